import { useEffect, useEffectEvent, useState } from 'react'

/** Shorter than a challenge is valid. */
const RENEW_AFTER_MS = 4 * 60_000

/** In-app browsers and pages without TLS have no passkeys, and some browsers do not suggest them. */
async function canSuggest(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

/**
 * While `on`, lets the browser suggest passkeys below the field with `autocomplete="… webauthn"`, if it can.
 * `suggest` begins that; it is called again before the challenge has expired, while the page is in sight.
 */
export function useSuggestedPasskeys(on: boolean, suggest: (until: AbortSignal) => void): void {
  const [round, setRound] = useState(0)
  const begin = useEffectEvent(suggest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins with a new challenge
  useEffect(() => {
    if (!on) return
    const ending = new AbortController()
    const { signal } = ending
    let isOld = false
    const renew = () => {
      if (isOld && !document.hidden) setRound((one) => one + 1)
    }
    const aging = setInterval(() => {
      isOld = true
      renew()
    }, RENEW_AFTER_MS)
    document.addEventListener('visibilitychange', renew, { signal })
    canSuggest().then(
      (can) => {
        if (can && !signal.aborted) begin(signal)
      },
      () => {},
    )
    return () => {
      clearInterval(aging)
      ending.abort()
    }
  }, [on, round])
}
