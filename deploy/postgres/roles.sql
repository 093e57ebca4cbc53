-- Roles and databases of docker-compose.yml. The PostgreSQL image runs this once, as its superuser, on an empty volume.
--
--   presenter_owner  owns the service's database and its tables; used only by the one-shot service that migrates
--   presenter        used by the API and the workers; can only read and write rows of those tables
--   temporal         owns Temporal's two databases and cannot access any other

\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv service_password DATABASE_PASSWORD
\getenv temporal_password TEMPORAL_DATABASE_PASSWORD

create role presenter_owner login password :'owner_password';
create role presenter login password :'service_password';
create role temporal login password :'temporal_password';

create database presenter owner presenter_owner;
create database temporal owner temporal;
create database temporal_visibility owner temporal;

-- Without this, every role could connect to every database.
revoke all on database presenter, temporal, temporal_visibility, postgres, template1 from public;
grant connect on database presenter to presenter;

\connect presenter

-- Holds for the tables of every migration to come. Functions may be called by everyone who gets in. Rows only: the
-- service cannot empty or change a table, or switch off the triggers that keep the ledger as it was written.
alter default privileges for role presenter_owner in schema public
  grant select, insert, update, delete on tables to presenter;
