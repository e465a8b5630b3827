-- Adds passkeys to the entries of the audit log that the security log shows.
drop index concurrently if exists audit_log_security;
create index concurrently audit_log_security on audit_log (at desc, id desc) where action in (
  'producer.session_ended', 'producer.sessions_ended',
  'user.second_factor_enabled', 'user.second_factor_disabled', 'user.second_factor_reset', 'user.recovery_codes_renewed',
  'user.passkey_added', 'user.passkey_removed',
  'user.password_changed', 'user.email_change_requested', 'user.email_changed', 'user.email_change_undone',
  'user.email_verified_by_admin',
  'user.access_reset', 'organizer.access_reset', 'producer.access_reset',
  'user.created', 'user.blocked', 'user.unblocked', 'user.merged', 'user.deleted', 'user.removed', 'user.viewed', 'user.view_ended',
  'user.role_accepted',
  'organizer.created', 'organizer.suspended', 'organizer.reactivated', 'organizer.deleted',
  'producer.registered', 'producer.blocked', 'producer.unblocked', 'producer.removed', 'producer.permissions_added', 'producer.permission_removed',
  'event.producer_added', 'event.producer_removed', 'event.participants_exported', 'registration.answer_file_read'
);
