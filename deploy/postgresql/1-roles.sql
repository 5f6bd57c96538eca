-- The roles of the database: muehle_owner owns it and migrates, muehle is the server's, which has no rights until
-- migrate gives it some (docs/operations.md, "Roles"). Another superuser than muehle runs this in the database muehle.
-- If muehle owned everything before, it does not any more. It may be run again.
do $$
declare
    statement text;
begin
    -- The superuser that PostgreSQL was made with stays one, by another name.
    if exists (select from pg_roles where rolname = 'muehle' and oid = 10) then
        alter role muehle rename to muehle_before;
        alter role muehle_before nologin;
    end if;
    if to_regrole('muehle_owner') is null then
        create role muehle_owner login;
    end if;
    if to_regrole('muehle') is null then
        create role muehle login;
    end if;
    alter role muehle nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
    execute format('alter database %I owner to muehle_owner', current_database());
    alter schema public owner to pg_database_owner;
    for statement in
        select format('alter table %s owner to muehle_owner', oid::regclass) from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and relowner <> 'muehle_owner'::regrole
        union all
        select format('alter function %s owner to muehle_owner', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace and proowner <> 'muehle_owner'::regrole
            and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    loop
        execute statement;
    end loop;
end $$;
