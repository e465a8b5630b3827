import { EVENT_PATH, pathTo } from '#web/paths.ts'

/** Query parameter of the event's page and of the wizard: the coupon that the wizard applies. */
export const COUPON_PARAM = 'cupom'

/** The page of an event with a coupon. */
export const couponLink = (slug: string, code: string): string =>
  `${new URL(pathTo(EVENT_PATH, slug), window.location.href)}?${new URLSearchParams({ [COUPON_PARAM]: code })}`
