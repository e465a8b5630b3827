import type { OrganizerPage } from './organizer-profile.ts'

/** A schema.org Organization; `url` is the canonical one. The framework's `script:ld+json` escapes it. */
export function organizerJsonLd(organizer: OrganizerPage, url: string): Record<string, unknown> {
  const { fantasy_name: name, about, logo, public_phone: phone, public_email: email } = organizer
  const elsewhere = [organizer.site, instagramUrl(organizer.instagram)].filter((address) => address !== null)
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url,
    ...(about && { description: about }),
    ...(logo && { logo: new URL(logo.src, url).href }),
    ...(phone && { telephone: `+55${phone}` }),
    ...(email && { email }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
  }
}

export const instagramUrl = (name: string | null): string | null =>
  name && `https://www.instagram.com/${name}/`
