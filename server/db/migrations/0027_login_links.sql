-- Links that log in, and the secret of the browser that created an account, which logs in there once the address
-- is verified.
alter table user_tokens drop constraint user_tokens_kind_check;
alter table user_tokens add constraint user_tokens_kind_check check (
  kind in ('verify_email', 'reset_password', 'accept_role', 'change_email', 'undo_email_change', 'sign_up', 'log_in')
) not valid;
