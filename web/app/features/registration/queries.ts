export const REGISTRATIONS_KEY = ['registrations'] as const

/** Refetches when the page becomes visible again: payments happen in another tab, window or app. */
export const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

export const PAYMENT_PAUSE_MS = 15_000
