import type { FastifyInstance } from 'fastify'
import { organizerSlug } from '#server/features/event/domain/slug.ts'
import { listSitemap } from '#server/features/event/queries.ts'
import { listOrganizersInLists } from '#server/features/organizer/page/queries.ts'
import type { Deps } from './deps.ts'

const LISTS = ['/', '/mapa']
/** The limit of the sitemap protocol. */
const SITEMAP_LIMIT = 50_000
const ORGANIZERS_LIMIT = 10_000
const CACHE = 'public, max-age=600'

/** Screens behind a login, and the API. */
const PRIVATE_PATHS = [
  '/api/',
  '/admin/',
  '/confirmacao-',
  '/desfazer-email',
  '/dev/',
  '/empresa/',
  '/grupo/',
  '/event/',
  '/nao-sou-eu',
  '/organizador/',
  '/participante/',
  '/previa/',
  '/realizador/',
  '/redefinir-senha',
  '/convite',
  '/register/event',
]

export function seoRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  app.get('/robots.txt', async (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${config.publicUrl}/sitemap.xml`,
      '',
    ]
    return reply.type('text/plain; charset=utf-8').header('cache-control', CACHE).send(lines.join('\n'))
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const organizers = await listOrganizersInLists(db, ORGANIZERS_LIMIT)
    const events = await listSitemap(db, SITEMAP_LIMIT - LISTS.length - organizers.length)
    const urls = [
      ...LISTS.map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`),
      ...events.map(
        (event) =>
          `<url><loc>${config.publicUrl}/events/${event.slug}</loc><lastmod>${event.updated_at.toISOString()}</lastmod></url>`,
      ),
      ...organizers.map(
        ({ id, fantasy_name }) =>
          `<url><loc>${config.publicUrl}/organizacoes/${organizerSlug(fantasy_name, id)}</loc></url>`,
      ),
    ]
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', CACHE)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      )
  })
}
