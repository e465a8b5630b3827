import { redirect } from 'react-router'
import { HOME_PATH, ROLE_HOME_PATH } from '../paths.ts'
import { getSession, UNKNOWN_HASH } from '../session.ts'

/** The server does not know whether somebody is signed in: the hash lets the page itself lead them to their home. */
export const loader = () => redirect(HOME_PATH + UNKNOWN_HASH)

export const clientLoader = () => redirect(getSession() ? ROLE_HOME_PATH : HOME_PATH)

export default function Unknown() {
  return null
}
