import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import * as paths from './paths.ts'

/** Maps a path to a screen; the path is the route's id too, because several paths may show one screen. */
const screen = (path: string, file: string) => route(path.slice(1), file, { id: path })

// Paths match case-insensitively. The order is the specification's.
export default [
  layout('layouts/public-layout.tsx', [
    index('features/event/home-screen.tsx', { id: paths.HOME_PATH }),
    screen(paths.EVENT_PATH, 'features/event/event-screen.tsx'),
    screen(paths.EVENT_CALENDAR_PATH, 'features/event/event-calendar.ts'),
    layout('layouts/form-layout.tsx', [
      screen(paths.LOGIN_PATH, 'features/account/login/login-screen.tsx'),
      screen(paths.FORGOT_PASSWORD_PATH, 'features/account/login/forgot-password-screen.tsx'),
      screen(paths.RESET_PASSWORD_PATH, 'features/account/login/reset-password-screen.tsx'),
      screen(paths.UNDO_EMAIL_CHANGE_PATH, 'features/account/login/undo-email-change-screen.tsx'),
      screen(paths.SIGN_UP_PATH, 'features/account/register/register-screen.tsx'),
      screen(paths.EVENT_PREVIEW_PATH, 'features/event/preview-screen.tsx'),
      screen(paths.WIZARD_PATH, 'features/checkout/registration-screen.tsx'),
      screen(paths.ORDER_PLACED_PATH, 'features/checkout/success-screen.tsx'),
      screen(paths.PAYMENT_PATH, 'features/payment/payment-screen.tsx'),
      screen(paths.DISOWN_PATH, 'features/registration/disown-screen.tsx'),
      screen(paths.EMAIL_VERIFICATION_PATH, 'features/account/register/email-verification-screen.tsx'),
      screen(paths.PRIVACY_PATH, 'features/account/privacy-screen.tsx'),
    ]),
  ]),

  screen(paths.ROLE_HOME_PATH, 'layouts/role-home.tsx'),

  layout('layouts/app-layout.tsx', [
    screen(paths.PROFILE_PATH, 'features/account/profile/profile-screen.tsx'),
    screen(paths.ACCOUNT_PATH, 'features/account/access/my-account-screen.tsx'),
    screen(paths.MY_EVENTS_PATH, 'features/registration/my-events-screen.tsx'),
    screen(paths.MY_REGISTRATION_PATH, 'features/registration/my-registration-screen.tsx'),
    screen(paths.RECEIPT_PATH, 'features/registration/receipt-screen.tsx'),
    screen(paths.ADMIN_HOME_PATH, 'features/backoffice/home/admin-home-screen.tsx'),
    screen(paths.ORGANIZER_HOME_PATH, 'features/report/home/organizer-home-screen.tsx'),
    screen(paths.COMPANY_HOME_PATH, 'features/backoffice/home/company-home-screen.tsx'),
    screen(paths.ALL_EVENTS_ENGLISH_PATH, 'features/backoffice/all-events-screen.tsx'),
    screen(paths.ALL_EVENTS_PATH, 'features/backoffice/all-events-screen.tsx'),
    screen(paths.ANY_EVENT_PARTICIPANTS_PATH, 'features/participants/list/participants-screen.tsx'),
    screen(paths.EVENTS_PATH, 'features/event/manage/list/events-screen.tsx'),
    screen(paths.PRODUCER_EVENTS_PATH, 'features/event/manage/list/events-screen.tsx'),
    screen(paths.MANAGE_EVENT_PATH, 'features/event/manage/manage-event-screen.tsx'),
    screen(paths.EVENT_HISTORY_PATH, 'features/event/manage/history-screen.tsx'),
    screen(paths.EVENT_PANEL_PATH, 'features/report/event/event-panel-screen.tsx'),
    screen(paths.EVENT_PARTICIPANTS_PATH, 'features/participants/list/participants-screen.tsx'),
    screen(paths.EVENT_REFUNDS_PATH, 'features/report/event/event-refunds-screen.tsx'),
    screen(paths.REGISTRATION_EDIT_PATH, 'features/participants/edit/registration-edit-screen.tsx'),
    screen(paths.REGISTRATION_PATH, 'features/participants/panel/registration-screen.tsx'),
    screen(paths.PRODUCERS_PATH, 'features/producer/list/producers-screen.tsx'),
    screen(paths.NEW_PRODUCER_PATH, 'features/producer/detail/new-producer-screen.tsx'),
    screen(paths.PRODUCER_PATH, 'features/producer/detail/producer-screen.tsx'),
    screen(paths.EVENT_PRODUCERS_PATH, 'features/producer/list/event-producers-screen.tsx'),
    screen(paths.PERMISSIONS_PATH, 'features/producer/permissions/permissions-screen.tsx'),
    screen(paths.FEES_PATH, 'features/fees/fees-screen.tsx'),
    screen(paths.ORGANIZER_STATEMENT_PATH, 'features/report/statement/statement-screen.tsx'),
    screen(paths.COMPANY_STATEMENT_PATH, 'features/report/statement/statement-screen.tsx'),
    screen(paths.ORGANIZER_PAYOUTS_PATH, 'features/payout/organizer-payouts-screen.tsx'),
    screen(paths.COMPANY_PAYOUTS_PATH, 'features/payout/company-payouts-screen.tsx'),
    screen(paths.DAILY_MONEY_PATH, 'features/report/daily/daily-money-screen.tsx'),
    screen(paths.REFUNDS_PATH, 'features/backoffice/refunds/refunds-screen.tsx'),
    screen(paths.JOBS_PATH, 'features/backoffice/operations/jobs-screen.tsx'),
    screen(paths.MESSAGES_PATH, 'features/backoffice/operations/messages-screen.tsx'),
    screen(paths.AUDIT_PATH, 'features/backoffice/operations/audit-screen.tsx'),
    screen(paths.SECURITY_LOG_PATH, 'features/backoffice/operations/security-log-screen.tsx'),
    screen(paths.STAFF_PATH, 'features/backoffice/staff/staff-screen.tsx'),
    screen(paths.STAFF_USER_PATH, 'features/backoffice/staff/staff-user-screen.tsx'),
    screen(paths.ENTERPRISES_PATH, 'features/backoffice/enterprises/enterprises-screen.tsx'),
    screen(paths.ENTERPRISE_PATH, 'features/backoffice/enterprises/enterprise-screen.tsx'),
    screen(paths.ENTERPRISE_FEES_PATH, 'features/backoffice/enterprises/enterprise-fees-screen.tsx'),
    screen(paths.ORGANIZERS_PATH, 'features/backoffice/organizers/organizers-screen.tsx'),
    screen(paths.ORGANIZER_PATH, 'features/backoffice/organizers/organizer-screen.tsx'),
    screen(paths.ACCOUNTS_PATH, 'features/backoffice/accounts/accounts-screen.tsx'),
    screen(paths.ACCOUNT_RECORD_PATH, 'features/backoffice/accounts/account-screen.tsx'),
    screen(paths.MERGE_PATH, 'features/backoffice/accounts/merge-screen.tsx'),
    screen(paths.PEOPLE_PATH, 'features/backoffice/company/people-screen.tsx'),
    screen(paths.PERSON_PATH, 'features/backoffice/company/person-screen.tsx'),
    screen(paths.CITIES_PATH, 'features/backoffice/company/cities-screen.tsx'),
    screen(paths.CITY_PATH, 'features/backoffice/company/city-screen.tsx'),
  ]),

  // Unknown protected paths lead to the role's home, unknown public ones to the home page.
  ...['participante', 'admin', 'organizador', 'realizador', 'empresa', 'event'].map((area) =>
    screen(`/${area}/*`, 'layouts/role-home.tsx'),
  ),
  screen('/*', 'layouts/unknown-path.ts'),
] satisfies RouteConfig
