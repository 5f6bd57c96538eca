-- For psql, in a container: the roles log in with passwords, the superuser only from PostgreSQL's own machine.
\getenv owner MUEHLE_OWNER_PASSWORD
\getenv server MUEHLE_PASSWORD
alter role muehle_owner password :'owner';
alter role muehle password :'server';
alter role current_user password null;
