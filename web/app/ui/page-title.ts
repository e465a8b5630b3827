import type { MetaFunction } from 'react-router'

/** A route's `meta` export for a screen with a fixed title. */
export const pageTitle =
  (title: string): MetaFunction =>
  () => [{ title: `${title} · Largada` }]
