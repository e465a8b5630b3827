import type { Location } from 'react-router'
import type { Waiting } from '#contract/fields.ts'
import { LOGIN_PATH } from '#web/paths.ts'

export interface LoginState {
  from: string
  fromState: unknown
}

export const loginState = ({
  pathname,
  search,
  state,
}: Pick<Location, 'pathname' | 'search' | 'state'>): LoginState => ({
  from: pathname + search,
  fromState: state,
})

/** Query parameter with the slug of the race that the visitor wants. */
export const EVENT_PARAM = 'evento'

/** Leads to the wizard of a race. It needs no navigation state, so it can be sent in an e-mail. */
export const loginPathFor = (slug: string): string =>
  `${LOGIN_PATH}?${EVENT_PARAM}=${encodeURIComponent(slug)}`

/** Query parameter, 1 if the visitor wants the alert of the race instead of a registration. */
export const ALERT_PARAM = 'avisar'

/**
 * Navigation state of a race's page that sets the alert. No link can carry it, so that a visitor who is logged in
 * is not made to set one by opening a link.
 */
export const ASKED_ALERT = { avisar: true }

/** The log-in for what waits. It needs no navigation state, so it can be sent in an e-mail. */
export const loginPathOf = ({ waiting_event: slug, waiting_alert }: Waiting): string =>
  slug ? loginPathFor(slug) + (waiting_alert ? `&${ALERT_PARAM}=1` : '') : LOGIN_PATH
