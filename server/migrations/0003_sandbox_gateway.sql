-- The embedded gateway's own books, apart from the product's: nothing here refers to anything there.

create schema sandbox;

create table sandbox.charges (
  -- Unguessable: it is also the address of the page where the payer pays.
  id text primary key,
  -- What a bank calls "nosso número".
  number bigint generated always as identity unique,
  -- Not unique, as at a real gateway: whoever asks twice gets two charges.
  external_reference text not null,
  method text not null check (method in ('PIX', 'BOLETO', 'CREDIT_CARD')),
  amount_cents int not null check (amount_cents > 0),
  due_on date not null,
  description text not null,
  payer_name text not null,
  -- The middle digits only.
  payer_cpf_hint text not null,
  status text not null check (
    status in ('PENDING', 'IN_ANALYSIS', 'REFUSED', 'REJECTED', 'CONFIRMED', 'RECEIVED', 'CANCELLED', 'REFUNDED', 'DISPUTED')
  ),
  card_last_digits text check (card_last_digits ~ '^\d{4}$'),
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index charges_reference on sandbox.charges (external_reference, number desc);

-- What is to be told to the product, at least once.
create table sandbox.deliveries (
  id bigint generated always as identity primary key,
  charge_id text not null references sandbox.charges,
  event text not null,
  -- The message as it is signed and sent, byte for byte.
  body text not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index deliveries_charge on sandbox.deliveries (charge_id);
