import type { z } from 'zod'
import { formatPhone } from '#contract/documents.ts'
import type { OrganizerProfile, OrganizerProfileInput } from '#contract/organizer-profile.ts'

export type ProfileValues = z.input<typeof OrganizerProfileInput>

/** In the order of the form. */
export const PROFILE_FIELDS = [
  'fantasy_name',
  'logo',
  'about',
  'public_phone',
  'public_email',
  'site',
  'instagram',
] as const

/** A profile as the form shows it. */
export const profileValues = (profile: OrganizerProfile): ProfileValues => ({
  fantasy_name: profile.fantasy_name,
  logo: profile.logo ?? '',
  about: profile.about ?? '',
  public_phone: formatPhone(profile.public_phone ?? ''),
  public_email: profile.public_email ?? '',
  site: profile.site ?? '',
  instagram: profile.instagram ? `@${profile.instagram}` : '',
})
