import { z } from 'zod'
import * as account from './account.ts'
import * as backOfficeAccounts from './backoffice/accounts.ts'
import * as backOfficeCompany from './backoffice/company.ts'
import * as backOfficeEnterprises from './backoffice/enterprises.ts'
import * as backOfficeEvents from './backoffice/events.ts'
import * as lists from './backoffice/lists.ts'
import * as backOfficeOperations from './backoffice/operations.ts'
import * as backOfficeOrganizers from './backoffice/organizers.ts'
import * as backOfficeOverview from './backoffice/overview.ts'
import * as backOfficeSecurityLog from './backoffice/security-log.ts'
import * as backOfficeStaff from './backoffice/staff.ts'
import * as backOfficeViewing from './backoffice/viewing.ts'
import * as checkout from './checkout.ts'
import * as city from './city.ts'
import * as coupon from './coupon.ts'
import * as course from './course.ts'
import * as discount from './discount.ts'
import * as event from './event.ts'
import * as eventCancellation from './event-cancellation.ts'
import * as fields from './fields.ts'
import * as installmentRates from './installment-rates.ts'
import * as invitation from './invitation.ts'
import * as organizerEvent from './organizer-event.ts'
import * as organizerProfile from './organizer-profile.ts'
import * as participantEdit from './participant-edit.ts'
import * as participantExport from './participant-export.ts'
import * as participantPanel from './participant-panel.ts'
import * as participants from './participants.ts'
import * as payment from './payment.ts'
import * as paymentPage from './payment-page.ts'
import * as bankAccount from './payout/bank-account.ts'
import * as payoutCompany from './payout/company.ts'
import * as payoutDestination from './payout/destination.ts'
import * as payoutOrganizer from './payout/organizer.ts'
import * as payout from './payout/payout.ts'
import * as pixKey from './payout/pix-key.ts'
import * as person from './person.ts'
import * as producer from './producer.ts'
import * as producerAccess from './producer-access.ts'
import * as refund from './refund.ts'
import * as refundChoice from './refund-choice.ts'
import * as registration from './registration.ts'
import * as reportDailyMoney from './report/daily-money.ts'
import * as reportDashboard from './report/dashboard.ts'
import * as reportHome from './report/home.ts'
import * as reportStatement from './report/statement.ts'
import type { Route } from './route.ts'
import * as route from './route.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as waitingRoom from './waiting-room.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value

const FEATURES = [
  account,
  backOfficeAccounts,
  backOfficeCompany,
  backOfficeEnterprises,
  backOfficeEvents,
  backOfficeOperations,
  backOfficeOrganizers,
  backOfficeOverview,
  backOfficeSecurityLog,
  backOfficeStaff,
  backOfficeViewing,
  checkout,
  coupon,
  participants,
  event,
  eventCancellation,
  organizerEvent,
  organizerProfile,
  installmentRates,
  invitation,
  participantEdit,
  participantPanel,
  participantExport,
  payment,
  paymentPage,
  payoutCompany,
  payoutOrganizer,
  city,
  producer,
  producerAccess,
  refund,
  refundChoice,
  registration,
  reportDailyMoney,
  reportDashboard,
  reportHome,
  reportStatement,
  secondFactor,
  waitingRoom,
  session,
]
/** With schemas that several features share. */
const SHARED = [
  bankAccount,
  course,
  discount,
  fields,
  lists,
  payout,
  payoutDestination,
  person,
  pixKey,
  route,
]

/** Every route of the API, for its documentation and for tests that must miss none. */
export const ALL_ROUTES: readonly Route[] = FEATURES.flatMap((feature) =>
  Object.values(feature).filter(isRoute),
)

/** The names of the routes in the code, which are those of their operations in the documentation. */
export const ROUTE_NAMES: ReadonlyMap<Route, string> = new Map(
  FEATURES.flatMap((feature) =>
    Object.entries(feature).flatMap(([name, value]) => (isRoute(value) ? [[value, name] as const] : [])),
  ),
)

const NAMED_TYPES: readonly string[] = ['object', 'enum', 'union', 'literal', 'intersection']
const isNamed = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodType &&
  (NAMED_TYPES.includes(value.def.type) || (value instanceof z.ZodPipe && isNamed(value.def.in)))

/** The exported schemas of objects and choices, with their names: the components of the documentation. */
export const SHARED_SCHEMAS: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ...FEATURES,
  ...SHARED,
].flatMap((feature) =>
  Object.entries(feature).flatMap(([name, value]) => (isNamed(value) ? [[name, value] as const] : [])),
)
