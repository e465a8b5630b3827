import type { MetaDescriptor, MetaFunction } from 'react-router'

export const pageTitle =
  (title: string): MetaFunction =>
  () => [{ title: `${title} · Largada` }]

interface SharedPage {
  title: string
  description: string
  /** An absolute URL, as link previews require. It starts with the root loader's `origin`. */
  url: string
  image: string
}

export const sharedPage = ({ title, description, url, image }: SharedPage): MetaDescriptor[] => [
  { title: `${title} · Largada` },
  { name: 'description', content: description },
  { tagName: 'link', rel: 'canonical', href: url },
  { property: 'og:site_name', content: 'Largada' },
  { property: 'og:locale', content: 'pt_BR' },
  { property: 'og:type', content: 'website' },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  { property: 'og:url', content: url },
  { property: 'og:image', content: image },
  { name: 'twitter:card', content: 'summary_large_image' },
]
