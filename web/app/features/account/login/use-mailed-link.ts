import { useEffect, useState } from 'react'
import type { readLoginLink } from '#contract/account/login-link.ts'
import type { readResetLink } from '#contract/account/session.ts'
import { ApiFailure, api } from '#web/api/api.ts'

/** `asked` while the server is asked, `dead` when it refused the link; the account's e-mail is null if unknown. */
export type MailedLink = 'asked' | 'dead' | { email: string | null }

/** Asks whose account a link opens, without using it up. */
export function useMailedLink(route: typeof readResetLink | typeof readLoginLink, token: string | null) {
  const [link, setLink] = useState<MailedLink>('asked')
  useEffect(() => {
    if (!token) return
    const calling = new AbortController()
    api(route, { body: { token }, signal: calling.signal }).then(
      ({ data }) => setLink(data),
      (reason) => {
        if (!calling.signal.aborted) setLink(refused(reason))
      },
    )
    return () => calling.abort()
  }, [route, token])
  return [link, setLink] as const
}

/** Another failure does not prove that the link is invalid, and using the link checks it again. */
export const refused = (reason: unknown): MailedLink => (isDead(reason) ? 'dead' : { email: null })

export const isDead = (reason: unknown): boolean => reason instanceof ApiFailure && reason.status === 400
