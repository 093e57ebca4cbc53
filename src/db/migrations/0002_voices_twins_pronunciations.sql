-- One row is a voice that an account has chosen from the catalogue of the engines: its requests may name
-- only such voices. Name, gender and language are the account's own copy.
create table account_voices (
  id              text        primary key check (length(id) <= 40),
  account_id      text        not null references accounts (id),
  -- The engine's voice that speaks, for example flite:slt.
  engine_voice_id text        not null check (length(engine_voice_id) between 1 and 100),
  name            text        not null check (length(name) between 1 and 100),
  gender          text        not null check (gender in ('female', 'male', 'neutral')),
  -- BCP 47.
  language        text        not null check (length(language) between 2 and 35),
  starred_at      timestamptz not null default clock_timestamp(),
  -- The row stays when the star is taken away: a voice that is starred again has the id it had.
  unstarred_at    timestamptz,
  unique (account_id, engine_voice_id)
);

-- One row is a digital twin: a person of the account who can be the presenter of its videos.
create table twins (
  id               text        primary key check (length(id) <= 40),
  account_id       text        not null references accounts (id),
  name             text        not null check (length(name) between 1 and 60),
  status           text        not null check (status in ('building', 'ready')),
  -- False for a twin that may be seen but not used, such as one made under a free plan.
  usable_in_videos boolean     not null,
  -- What draws it, for example {"kind": "presenter", "presenter_id": "maya"}. Null until it is built.
  look             jsonb       check (look ->> 'kind' in ('presenter')),
  -- The saved voice: the engine's voice and the name that people know it by.
  engine_voice_id  text        check (length(engine_voice_id) between 1 and 100),
  voice_name       text        check (length(voice_name) between 1 and 100),
  created_at       timestamptz not null default clock_timestamp(),
  -- The row stays: videos that were accepted before the deletion are still drawn.
  deleted_at       timestamptz,
  check (status = 'building' or (look is not null and engine_voice_id is not null and voice_name is not null)),
  check ((engine_voice_id is null) = (voice_name is null))
);

create index twins_account on twins (account_id, created_at) where deleted_at is null;

-- One row is how an account's scripts pronounce a word. The word is stored in one spelling (NFKC,
-- straight apostrophes); in lower case it stands for every way to capitalise it.
create table pronunciations (
  account_id text        not null references accounts (id),
  word       text        not null check (length(word) between 1 and 240),
  say_as     text        not null check (length(say_as) between 1 and 120),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (account_id, word)
);
