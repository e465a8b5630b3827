import type { Location } from 'react-router'
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
