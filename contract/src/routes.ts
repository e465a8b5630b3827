import { z } from 'zod'
import * as account from './account/account.ts'
import * as invitation from './account/invitation.ts'
import * as loginLink from './account/login-link.ts'
import * as passkeys from './account/passkeys.ts'
import * as secondFactor from './account/second-factor.ts'
import * as session from './account/session.ts'
import * as backOfficeAccounts from './backoffice/accounts.ts'
import * as backOfficeDirectory from './backoffice/directory.ts'
import * as backOfficeEnterprises from './backoffice/enterprises.ts'
import * as backOfficeEvents from './backoffice/events.ts'
import * as lists from './backoffice/lists.ts'
import * as backOfficeOperations from './backoffice/operations.ts'
import * as backOfficeOrganizers from './backoffice/organizers.ts'
import * as backOfficeOverview from './backoffice/overview.ts'
import * as backOfficeSecurityLog from './backoffice/security-log.ts'
import * as backOfficeStaff from './backoffice/staff.ts'
import * as backOfficeViewing from './backoffice/viewing.ts'
import * as checkout from './checkout/checkout.ts'
import * as coupon from './checkout/coupon.ts'
import * as waitingRoom from './checkout/waiting-room.ts'
import * as city from './city/city.ts'
import * as course from './event/course.ts'
import * as event from './event/event.ts'
import * as eventAlert from './event/event-alert.ts'
import * as modality from './event/modality.ts'
import * as eventCancellation from './event-cancellation/event-cancellation.ts'
import * as couponUses from './event-management/coupon-uses.ts'
import * as eventDocument from './event-management/event-document.ts'
import * as eventDrafts from './event-management/event-drafts.ts'
import * as eventHistory from './event-management/event-history.ts'
import * as organizerEvents from './event-management/organizer-events.ts'
import * as eventUploads from './event-management/uploads.ts'
import * as installmentRates from './fees/installment-rates.ts'
import * as fields from './fields.ts'
import * as group from './group/group.ts'
import * as groupInvited from './group/invited.ts'
import * as change from './my-registrations/change.ts'
import * as deferral from './my-registrations/deferral.ts'
import * as registration from './my-registrations/my-registrations.ts'
import * as placeReturn from './my-registrations/place-return.ts'
import * as refundChoice from './my-registrations/refund-choice.ts'
import * as refundPixKey from './my-registrations/refund-pix-key.ts'
import * as team from './my-registrations/team.ts'
import * as transfer from './my-registrations/transfer.ts'
import * as undoCancellation from './my-registrations/undo-cancellation.ts'
import * as organizerProfile from './organizer/organizer-profile.ts'
import * as participantEdit from './participants/edit.ts'
import * as participantExport from './participants/export.ts'
import * as participantFilter from './participants/filter.ts'
import * as mergeCategories from './participants/merge-categories.ts'
import * as participantPanel from './participants/panel.ts'
import * as participants from './participants/participants.ts'
import * as rightClaims from './participants/right-claims.ts'
import * as participantSelection from './participants/selection.ts'
import * as payment from './payment/payment.ts'
import * as refund from './payment/refund.ts'
import * as refundTasks from './payment/refund-tasks.ts'
import * as paymentPage from './payment-page/payment-page.ts'
import * as bankAccount from './payout/bank-account.ts'
import * as payoutDestination from './payout/destination.ts'
import * as payoutEnterprise from './payout/enterprise.ts'
import * as payoutOrganizer from './payout/organizer.ts'
import * as payout from './payout/payout.ts'
import * as pixKey from './payout/pix-key.ts'
import * as confirmation from './people/confirmation.ts'
import * as guardian from './people/guardian.ts'
import * as discount from './pricing/discount.ts'
import * as producer from './producer/producer.ts'
import * as producerAccess from './producer/producer-access.ts'
import * as person from './registration/person.ts'
import * as reportDailyMoney from './report/daily-money.ts'
import * as reportDashboard from './report/dashboard.ts'
import * as reportHome from './report/home.ts'
import * as reportRightSimulation from './report/right-simulation.ts'
import * as reportRights from './report/rights.ts'
import * as reportStatement from './report/statement.ts'
import type { Route } from './route.ts'
import * as route from './route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value

const FEATURES = [
  account,
  backOfficeAccounts,
  backOfficeDirectory,
  backOfficeEnterprises,
  backOfficeEvents,
  backOfficeOperations,
  backOfficeOrganizers,
  backOfficeOverview,
  backOfficeSecurityLog,
  backOfficeStaff,
  backOfficeViewing,
  checkout,
  change,
  deferral,
  placeReturn,
  undoCancellation,
  confirmation,
  guardian,
  transfer,
  team,
  coupon,
  participants,
  rightClaims,
  event,
  eventAlert,
  eventCancellation,
  organizerEvents,
  couponUses,
  eventDrafts,
  eventHistory,
  eventUploads,
  group,
  groupInvited,
  organizerProfile,
  installmentRates,
  invitation,
  participantEdit,
  participantPanel,
  participantSelection,
  participantExport,
  mergeCategories,
  payment,
  paymentPage,
  payoutEnterprise,
  payoutOrganizer,
  city,
  producer,
  producerAccess,
  refund,
  refundTasks,
  refundChoice,
  registration,
  refundPixKey,
  reportDailyMoney,
  reportDashboard,
  reportHome,
  reportRights,
  reportRightSimulation,
  reportStatement,
  loginLink,
  passkeys,
  secondFactor,
  waitingRoom,
  session,
]
/** Modules with schemas that several features share. */
const SHARED = [
  bankAccount,
  course,
  discount,
  eventDocument,
  fields,
  lists,
  modality,
  participantFilter,
  payout,
  payoutDestination,
  person,
  pixKey,
  route,
]

/** The exported names of the routes, used as operation ids in the API documentation. */
export const ROUTE_NAMES: ReadonlyMap<Route, string> = new Map(
  FEATURES.flatMap((feature) =>
    Object.entries(feature).flatMap(([name, value]) => (isRoute(value) ? [[value, name] as const] : [])),
  ),
)

export const ALL_ROUTES: readonly Route[] = [...ROUTE_NAMES.keys()]

const NAMED_TYPES: readonly string[] = ['object', 'enum', 'union', 'literal', 'intersection']
const isNamed = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodType &&
  (NAMED_TYPES.includes(value.def.type) || (value instanceof z.ZodPipe && isNamed(value.def.in)))

/** The exported schemas of objects and enums with their names: the components of the API documentation. */
export const SHARED_SCHEMAS: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ...FEATURES,
  ...SHARED,
].flatMap((feature) =>
  Object.entries(feature).flatMap(([name, value]) => (isNamed(value) ? [[name, value] as const] : [])),
)
