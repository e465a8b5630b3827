create or replace function participant_text(name text, email text, cpf text) returns text
  language sql immutable parallel safe
  return ' ' || searchable(name) || ' ' || email || ' ' || cpf || ' ';
