-- One row is a person who signs in to the application. Accounts are what is paid for and what owns videos;
-- people work for accounts. The columns of this table and of the four that follow are those that better-auth
-- reads and writes (src/sign-in/); a test compares them with what it expects.
create table people (
  id             text        primary key check (length(id) <= 40),
  name           text        not null check (length(name) between 1 and 200),
  email          text        not null unique check (length(email) between 3 and 320 and email = lower(email)),
  email_verified boolean     not null default false,
  image          text,
  -- Runs this installation: sees its workers, queues and books.
  is_operator    boolean     not null default false,
  created_at     timestamptz not null default clock_timestamp(),
  updated_at     timestamptz not null default clock_timestamp()
);

-- One row is a browser that is signed in.
create table sign_in_sessions (
  id         text        primary key,
  person_id  text        not null references people (id) on delete cascade,
  token      text        not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null
);

create index sign_in_sessions_person on sign_in_sessions (person_id);

-- One row is a way in which a person proves who they are: a password, as a salted scrypt hash.
create table sign_in_credentials (
  id                       text        primary key,
  person_id                text        not null references people (id) on delete cascade,
  provider_id              text        not null,
  account_id               text        not null,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz not null default clock_timestamp(),
  updated_at               timestamptz not null
);

create index sign_in_credentials_person on sign_in_credentials (person_id);

-- Unused today: better-auth keeps tokens here that it sends by e-mail.
create table sign_in_verifications (
  id         text        primary key,
  identifier text        not null,
  value      text        not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create index sign_in_verifications_identifier on sign_in_verifications (identifier);

-- One row counts the tries of one address of the internet at one path, or those of one e-mail address from
-- everywhere, under its SHA-256: the limit on guessing passwords, for all processes.
create unlogged table sign_in_attempts (
  id           text    primary key,
  key          text    not null unique,
  count        integer not null,
  last_request bigint  not null
);

-- One row lets a person work for an account. Owners manage people, keys and the plan; members make videos.
create table members (
  account_id text        not null references accounts (id),
  person_id  text        not null references people (id) on delete cascade,
  role       text        not null check (role in ('owner', 'member')),
  joined_at  timestamptz not null default clock_timestamp(),
  primary key (account_id, person_id)
);

create index members_person on members (person_id, joined_at);

-- One row is a link by which a person can join an account, or set a new password. Only the SHA-256 of the
-- link's token is kept; a link is used once, and expires. What is unused is deleted when the person whom it is for, or
-- who made it, is taken out of the account or is no owner of it any more.
create table invitations (
  id          text        primary key check (length(id) <= 40),
  token_hash  bytea       not null unique check (length(token_hash) = 32),
  account_id  text        not null references accounts (id),
  email       text        not null check (length(email) between 3 and 320 and email = lower(email)),
  role        text        not null check (role in ('owner', 'member')),
  -- Makes a person who has no account yet an operator; set by operators only.
  is_operator boolean     not null default false,
  -- Whether somebody who has a password already may replace it by this link; set by operators only.
  resets      boolean     not null default false,
  -- Who made it: it ends with their right to. Null when it was made at the command line.
  invited_by  text        references people (id) on delete cascade,
  created_at  timestamptz not null default clock_timestamp(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);

create index invitations_account on invitations (account_id, created_at desc);
create index invitations_invited_by on invitations (invited_by);
