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
  id                text        primary key check (length(id) <= 40),
  account_id        text        not null references accounts (id),
  name              text        not null check (length(name) between 1 and 60),
  state             text        not null
    check (state in ('recording', 'building', 'review', 'ready', 'failed', 'withdrawn', 'expired')),
  -- An operator's switch: a twin that is switched off is listed but not used.
  switched_off      boolean     not null default false,
  -- Who the twin shows, when they sign in to the application. An id that outlives the person's sign-in.
  subject_person_id text        check (length(subject_person_id) <= 40),
  -- What draws it: {"kind": "presenter", "presenter_id": "maya"}, or {"kind": "footage", "engine": "video",
  -- "folder": "twins/…"}. Null until it is built, and from when it is withdrawn.
  look              jsonb       check (look ->> 'kind' in ('presenter', 'footage')),
  -- The saved voice: the engine's voice and the name that people know it by.
  engine_voice_id   text        check (length(engine_voice_id) between 1 and 100),
  voice_name        text        check (length(voice_name) between 1 and 100),
  -- How the voice was chosen for the person: {"method": "pitch", "f0_hz": 107.5, "delta_st": -1.2}.
  voice_match       jsonb,
  -- Median pitch of the person, in Hz.
  pitch_hz          real        check (pitch_hz > 0),
  -- Of a failed build: {"code": "TooDark", "part": "reading", "message": "…"}.
  failure           jsonb,
  -- Figures of the self-test and of what was learned.
  quality           jsonb,
  -- Percent of the build that is under way.
  progress          smallint    not null default 0 check (progress between 0 and 100),
  -- Its folder in the media store, with a name that nobody guesses. Null for the look of a presenter.
  object_folder     text        unique check (object_folder ~ '^twins/[0-9a-f]{40}$'),
  -- The key that its files are encrypted with, itself encrypted with the master key. Without it nobody reads them
  -- again, in no backup either: it is removed when the twin is withdrawn.
  data_key          bytea,
  created_at        timestamptz not null default clock_timestamp(),
  ready_at          timestamptz,
  -- When the consent ends. Null before it is given, and for the look of a presenter.
  expires_at        timestamptz,
  withdrawn_at      timestamptz,
  -- Whether whoever withdrew it lets the finished videos stay.
  keeps_videos      boolean,
  -- When everything that the withdrawal or the end of the consent removes was gone.
  removed_at        timestamptz,
  -- The row stays: videos that were accepted before the deletion are still drawn.
  deleted_at        timestamptz,
  -- The twin that this row renews: recorded and built beside it, until it takes its place. Null: it is itself one.
  renews_id         text        references twins (id),
  -- When that was. From then on this row holds what the twin was drawn from before, for the videos that began before.
  replaced_at       timestamptz,
  check (state <> 'ready' or (look is not null and engine_voice_id is not null and voice_name is not null)),
  check ((engine_voice_id is null) = (voice_name is null)),
  check (data_key is null or object_folder is not null),
  check ((state = 'failed') or failure is null),
  check (state <> 'withdrawn' or (withdrawn_at is not null and keeps_videos is not null and look is null))
);

create index twins_account on twins (account_id, created_at) where deleted_at is null;
create index twins_subject on twins (subject_person_id) where subject_person_id is not null;
-- A twin has one renewal at a time, and another one when that was withdrawn.
create unique index twins_renewal on twins (renews_id) where replaced_at is null and state <> 'withdrawn';
create index twins_replaced on twins (renews_id, replaced_at) where replaced_at is not null;
create index twins_review on twins (created_at) where state = 'review';
create index twins_expiry on twins (expires_at) where state = 'ready';

-- One row is how an account's scripts pronounce a word. The word is stored in one spelling (NFKC,
-- straight apostrophes); in lower case it stands for every way to capitalise it.
create table pronunciations (
  account_id text        not null references accounts (id),
  word       text        not null check (length(word) between 1 and 240),
  say_as     text        not null check (length(say_as) between 1 and 120),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (account_id, word)
);
