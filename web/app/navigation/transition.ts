/**
 * Whether a link may use a view transition. Without motion there is nothing to animate, and taking the pictures
 * of both pages would only delay the new one.
 */
export const hasTransition = (): boolean =>
  typeof window !== 'undefined' && matchMedia('(prefers-reduced-motion: no-preference)').matches
