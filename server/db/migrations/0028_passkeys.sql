-- Public keys of accounts (WebAuthn). The private key stays on the owner's device.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Signatures so far; 0 on devices that do not count them.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether the key is also kept outside the device.
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  token_hash bytea primary key,
  -- The account that adds a passkey; null for a log-in, whose account only the answer names.
  user_id bigint references users on delete cascade,
  -- The hash that the password matched. The challenge is invalid once the password has changed.
  password_hash text,
  expires_at timestamptz not null,
  check ((user_id is null) = (password_hash is null))
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_end on passkey_challenges (expires_at);
