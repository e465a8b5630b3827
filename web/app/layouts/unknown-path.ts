import { redirect } from 'react-router'
import { HOME_PATH, ROLE_HOME_PATH } from '#web/paths.ts'
import { getSession, UNKNOWN_HASH } from '#web/session/session.ts'

/** Only the browser knows whether there is a session, so the hash makes it redirect signed-in users. */
export const loader = () => redirect(HOME_PATH + UNKNOWN_HASH)

export const clientLoader = () => redirect(getSession() ? ROLE_HOME_PATH : HOME_PATH)

export default function Unknown() {
  return null
}
