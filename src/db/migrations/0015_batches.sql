-- One row is a batch: requests for videos that are started one after another, as the limits of the account permit.
create table batches (
  id                text        primary key check (length(id) <= 40),
  account_id        text        not null references accounts (id),
  -- Never freed: the same key means the same batch for ever. The key of an item is this one, a slash and its number.
  idempotency_key   text        not null check (length(idempotency_key) between 1 and 251),
  -- SHA-256 over the validated request without its key; tells a retry from a different request.
  request_hash      bytea       not null check (length(request_hash) = 32),
  -- X-Request-Id of the request that was accepted: the videos and the errors of its items name it.
  request_id        text        not null check (length(request_id) <= 40),
  -- Whose limit of creations an item counts against when it starts: that of an API key, or of a person.
  key_id            text        check (length(key_id) <= 40),
  person_id         text        check (length(person_id) <= 40),
  title             text        check (length(title) <= 200),
  metadata          jsonb       check (jsonb_typeof(metadata) = 'object'),
  -- What its items were expected to hold of the allowance, all together, when it was accepted. Nothing is held for it.
  estimated_seconds integer     not null check (estimated_seconds >= 0),
  status            text        not null default 'running' check (status in ('running', 'finished', 'cancelled')),
  -- Milliseconds only: clients see no more.
  created_at        timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ended_at          timestamptz,
  check (num_nonnulls(key_id, person_id) = 1),
  check ((status = 'running') = (ended_at is null))
);

create unique index batches_idempotency_key on batches (account_id, idempotency_key);
create index batches_page on batches (account_id, created_at desc, id desc);
create index batches_running on batches (account_id, created_at, id) where status = 'running';

-- The item that asks for a video, if one does.
alter table video_requests
  add column batch_id   text references batches (id),
  add column batch_item integer,
  add check ((batch_id is null) = (batch_item is null));

-- The batch that has started a video, if one has.
alter table videos add column batch_id text references batches (id);

create index videos_page_batch on videos (account_id, batch_id, created_at desc, id desc)
  where batch_id is not null and deleted_at is null;

-- One row is an item of a batch: a request for one video, and what became of it.
create table batch_items (
  batch_id text    not null references batches (id),
  -- From 1, in the order in which they were sent and are started.
  number   integer not null check (number between 1 and 100),
  -- Of a started item, the video says more.
  status   text    not null check (status in ('waiting', 'started', 'failed', 'cancelled')),
  -- What it asks for, as long as it may start: after that, its words are with its video or nowhere. As it was
  -- written, because the other type of JSON refuses some texts.
  request  json    check (json_typeof(request) = 'object'),
  -- Its video. It may have been made by a request of its own with the item's key. Stays when the video is deleted.
  video_id text    references videos (id),
  -- Why there is no video: {code, message, userMessage, fields}.
  error    json    check (json_typeof(error) = 'object'),
  primary key (batch_id, number),
  check ((status = 'waiting') = (request is not null)),
  check ((status = 'failed') = (error is not null)),
  check (case status when 'started' then video_id is not null when 'cancelled' then true else video_id is null end)
);

-- Whether the video of an item may still be accepted.
-- When:   reserve_video asks for the request of an item.
-- Locks:  The item, so that nothing else is decided of it meanwhile. Cancelling waits for the account, which the caller holds.
create function item_waits(p_batch_id text, p_number integer) returns boolean language plpgsql as $$
begin
  perform from batch_items i join batches b on b.id = i.batch_id
  where i.batch_id = p_batch_id and i.number = p_number and i.status = 'waiting' and b.status = 'running'
  for update of i;
  return found;
end $$;

-- Ends a batch when all its items have ended: they are refused, or their videos are ready, failed or deleted.
-- When:   The run of the batch calls it after its last item has started, and each time that a video has ended.
-- Locks:  The batch, and waits for nothing else.
-- Books:  No seconds move. The event of streams is written with the end. Endpoints have theirs.
-- Repeat: A second call finds the batch ended and changes nothing.
-- Returns the number of items that have not ended; null when there is no such batch.
create function finish_batch(p_account_id text, p_batch_id text, p_event_id text) returns integer language plpgsql as $$
declare
  b batches;
  unended integer;
begin
  select * into b from batches where id = p_batch_id and account_id = p_account_id for update;
  if not found then return null; end if;
  if b.status <> 'running' then return 0; end if;
  select count(*) into unended from batch_items i left join videos v on v.id = i.video_id
  where i.batch_id = b.id
    and (i.status = 'waiting'
      or i.status = 'started' and v.status in ('queued', 'rendering') and v.deleted_at is null);
  if unended = 0 then perform end_batch(b, 'finished', p_event_id); end if;
  return unended;
end $$;

-- Cancels a batch: items that have not started never will, and videos of it that are being made are deleted.
-- When:   The API calls it when the account cancels the batch, and its run when an operator cancels that.
-- Locks:  The account, as reserve_video does, so that no item starts behind its back; then the batch, then its videos.
-- Books:  What delete_video moves for each unfinished video: everything that it had reserved goes back.
-- Repeat: A second call finds the batch ended, changes nothing and returns the same. So does one for a finished batch.
-- Returns the workflow ids of the videos that were being made.
create function cancel_batch(p_account_id text, p_batch_id text, p_event_id text) returns setof text
language plpgsql as $$
declare
  b batches;
  unfinished text;
begin
  perform from accounts a where a.id = p_account_id for update;
  select * into b from batches where id = p_batch_id and account_id = p_account_id for update;
  if not found then return; end if;
  if b.status = 'running' then
    perform end_batch(b, 'cancelled', p_event_id);
    update batch_items i set status = 'cancelled', request = null where i.batch_id = b.id and i.status = 'waiting';
    for unfinished in
      select v.id from videos v
      where v.account_id = b.account_id and v.batch_id = b.id and v.status in ('queued', 'rendering')
        and v.deleted_at is null
    loop
      update batch_items i set status = 'cancelled' where i.batch_id = b.id and i.video_id = unfinished;
      perform delete_video(b.account_id, unfinished);
    end loop;
  end if;
  return query select v.workflow_id from batch_items i join videos v on v.id = i.video_id
    where i.batch_id = b.id and i.status = 'cancelled';
end $$;

-- Notes that a batch has ended, and writes the event of it.
-- When:   finish_batch and cancel_batch call it, with the row as it was before.
-- Locks:  Nothing more: the caller holds the batch.
-- Repeat: Never happens: each caller first looks whether the batch has ended.
create function end_batch(b batches, p_status text, p_event_id text) returns void language plpgsql as $$
begin
  update batches set status = p_status, ended_at = date_trunc('milliseconds', clock_timestamp()) where id = b.id;
  insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject, status, completed_at)
  values (p_event_id, b.account_id, 'batch', b.id, 'batch.finished', true, 'streamed', clock_timestamp());
end $$;
