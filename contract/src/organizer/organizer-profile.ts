import { z } from 'zod'
import { EventCard, Picture } from '../event/event.ts'
import { BrazilianDate, Email, Name, OptionalUrl, optionalText, orNull, Phone } from '../fields.ts'
import { defineRoute } from '../route.ts'

const PUBLIC = {
  fantasy_name: z.string(),
  about: z.string().nullable(),
  public_phone: z.string().nullable(),
  public_email: z.string().nullable(),
  site: z.string().nullable(),
  /** The account name, without `@`. */
  instagram: z.string().nullable(),
}

const PastRace = z.object({
  slug: z.string(),
  title: z.string(),
  date_event: BrazilianDate.nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
})

/** Only the number identifies the organizer, so a URL with an old name still works. Yields the number. */
const Slug = z
  .string()
  .regex(/^(?:[a-z0-9-]{1,150}-)?\d{1,9}$/, 'Campo não é válido')
  .transform((slug) => Number(slug.slice(slug.lastIndexOf('-') + 1)))

export const OrganizerPage = z.object({
  ...PUBLIC,
  slug: z.string(),
  logo: Picture.nullable(),
  /** Upcoming races, in the order of the public list. */
  coming: z.array(EventCard),
  /** Latest first. */
  past: z.array(PastRace),
  past_total: z.int(),
})
export type OrganizerPage = z.infer<typeof OrganizerPage>

export const getOrganizerPage = defineRoute({
  method: 'GET',
  path: '/organizers/:slug',
  access: 'public',
  tag: 'Eventos',
  summary: 'A página pública de um organizador, com as suas corridas',
  params: z.object({ slug: Slug }),
  data: OrganizerPage,
})

/** The organizer's own account. Only Admin changes legal name and CNPJ, because they decide who is paid. */
export const OrganizerProfile = z.object({
  ...PUBLIC,
  logo: z.string().nullable(),
  corporate_reason: z.string().nullable(),
  cnpj: z.string().nullable(),
  responsible: z.string().nullable(),
  /** The slug of the public page; null until one of the organizer's races is public. */
  page: z.string().nullable(),
})
export type OrganizerProfile = z.infer<typeof OrganizerProfile>

/** Adds the scheme, because people type `www.exemplo.com.br`. */
const Site = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? withScheme(value.trim()) : null),
  OptionalUrl,
)
const withScheme = (address: string) => (/^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`)

/** Also accepts `@conta` and the URL of the account. */
const Instagram = optionalText(200)
  .transform((typed) => typed?.replace(/^(?:https?:\/\/)?(?:www\.)?instagram\.com\/|^@/i, ''))
  .transform((name) => name?.replace(/[/?].*$/, '').toLowerCase() || null)
  .refine((name) => name === null || /^[a-z0-9._]{1,30}$/.test(name), {
    error: 'Informe o nome da conta, como @suacorrida',
  })

export const ABOUT_LENGTH = 1_000

/** Replaces the whole profile: an omitted field is cleared. */
export const OrganizerProfileInput = z.object({
  fantasy_name: Name('Nome fantasia é obrigatório'),
  about: optionalText(ABOUT_LENGTH),
  /** A path returned by the upload route. */
  logo: optionalText(200),
  public_phone: orNull(Phone()),
  public_email: orNull(Email()),
  site: Site,
  instagram: Instagram,
})
export type OrganizerProfileInput = z.output<typeof OrganizerProfileInput>

/** The server's policy rejects realizadores. */
const OWN = {
  path: '/organizer/profile',
  access: { roles: ['Organizador'] },
  tag: 'Organizador',
  data: OrganizerProfile,
} as const

export const getOrganizerProfile = defineRoute({
  ...OWN,
  method: 'GET',
  summary: 'A minha organização: o que é público e o que está no cadastro',
})
export const saveOrganizerProfile = defineRoute({
  ...OWN,
  method: 'PUT',
  summary: 'Salva o que a organização publica: nome fantasia, logotipo, apresentação e contatos',
  body: OrganizerProfileInput,
})
