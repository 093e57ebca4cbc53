-- One row is a master key that what is stored may need: every process must have them all, and refuses
-- to start otherwise. The id follows from the key; the key itself is never here. A row goes when
-- nothing needs its key any more.
create table master_keys (
  id            text        primary key check (id ~ '^[0-9a-f]{8}$'),
  first_used_at timestamptz not null default clock_timestamp()
);

-- Sealed secrets begin with the id of their key.
insert into master_keys (id)
select distinct encode(substring(webhook_secret from 1 for 4), 'hex') from accounts;

-- Which master key's pepper the hash was made with.
alter table api_keys add column master_key_id text check (master_key_id ~ '^[0-9a-f]{8}$');
update api_keys k set master_key_id = encode(substring(a.webhook_secret from 1 for 4), 'hex')
from accounts a where a.id = k.account_id;
alter table api_keys alter column master_key_id set not null;
