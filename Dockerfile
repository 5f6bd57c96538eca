# The production image: one for web, worker, beat and migrations. Everything in it comes from requirements.txt. The target
# `tables` builds the tables of the solved game.
ARG PYTHON_VERSION=3.11

FROM python:${PYTHON_VERSION}-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PATH=/opt/venv/bin:$PATH
RUN python -m venv /opt/venv
COPY requirements.txt /tmp/requirements.txt
RUN pip install --require-hashes --only-binary :all: -r /tmp/requirements.txt
WORKDIR /srv/muehle
COPY manage.py ./
COPY accounts accounts
COPY games games
COPY kit kit
COPY muehle muehle
COPY muehle_engine muehle_engine
COPY muehle_tables muehle_tables
COPY muehle_server muehle_server
COPY tools tools
# The documents of the API are pages of the site.
COPY docs/api docs/api
RUN python manage.py compilemessages --verbosity 0
# The settings insist on these; none of the values reaches the image.
RUN SECRET_KEY=unused DATABASE_URL=postgres://unused@/unused SITE_URL=https://unused.invalid \
    python manage.py collectstatic --no-input --verbosity 0 \
 && python -m compileall -q .

FROM build AS tables
RUN pip install --require-hashes --only-binary :all: -r tools/tables/requirements.txt \
 && install --directory --owner=10001 --group=10001 /tables
# numba keeps what it compiles, and nothing else of the file system can be written.
ENV NUMBA_CACHE_DIR=/tmp/numba
USER 10001:10001
ENTRYPOINT ["python", "-m", "muehle_tables"]

FROM python:${PYTHON_VERSION}-slim
# A new volume at /tables gets the owner of this folder, whichever service is the first to mount it.
RUN groupadd --system --gid 10001 muehle \
 && useradd --system --uid 10001 --gid muehle --no-create-home --home-dir /nonexistent muehle \
 && install --directory --owner=10001 --group=10001 /tables
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/muehle /srv/muehle
WORKDIR /srv/muehle
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["python", "-I", "muehle_server/healthcheck.py", "web"]
CMD ["uvicorn", "muehle_server.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--timeout-graceful-shutdown", "10", "--no-access-log", "--no-proxy-headers", \
     "--http", "muehle_server.connections:Connection"]
