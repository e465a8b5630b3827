import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect } from 'playwright/test'
import type { PublicEvent } from '#contract/event/event.ts'
import { createAccount, logIn } from '../create-account.ts'
import { placeOrder } from '../create-order.ts'
import { authorized, createProducer } from '../create-producer.ts'
import { createRace } from '../create-race.ts'
import { raceWhere } from '../races.ts'
import { DESKTOP, PHONE } from './driver.ts'
import { signIn, test } from './journey.ts'

// In every engine, the element at the centre of each visible control of every screen is that control.

type Account = Awaited<ReturnType<typeof createAccount>>

interface Data {
  race: PublicEvent
  registration: number
  /** The secret of a payment page. */
  payment: string | undefined
  runner: Account
}

const DEMO = { organizer: 'organizador', company: 'empresa', admin: 'admin' } as const

/** The screens of each role and the data that they need. */
const SCREENS: Record<
  'visitor' | 'runner' | keyof typeof DEMO,
  (data: Data, request: APIRequestContext) => Promise<string[]>
> = {
  visitor: async ({ race, payment }, request) => {
    const token = await createPreview(request, race.id)
    const { slug } = await raceWhere(request, ({ status }) => status === 1)
    const organizer = (await (await request.get(`/api/v1/events/slug/${slug}`)).json()).data.organizer[0].slug
    return [
      '/',
      '/login',
      '/recuperar-senha',
      '/entrar-com-link',
      '/redefinir-senha?token=x',
      '/desfazer-email?token=x',
      '/register',
      '/mapa',
      `/events/${slug}`,
      `/previa/${token}`,
      `/organizacoes/${organizer}`,
      `/pagamento/${payment}`,
      '/nao-sou-eu?token=x',
      '/confirmar-inscricao?token=x',
      '/receber-inscricao?token=x',
      '/autorizar-menor?token=x',
      '/grupo/x',
      '/convite?token=x',
      '/confirmacao-email',
      '/privacidade',
    ]
  },
  runner: async ({ race, registration }) => [
    `/register/event?evento=${race.slug}`,
    '/participante/perfil',
    '/minha-conta',
    '/participante/eventos',
    `/participante/inscricoes/${registration}`,
    `/participante/inscricoes/${registration}/comprovante`,
    '/participante/grupos',
    '/participante/grupos/1',
  ],
  organizer: async ({ race, registration }, request) => {
    const { id } = await createProducer(request, await logIn(request, 'organizador@largada.test'))
    return [
      '/organizador/pagina-inicial',
      '/minha-conta/corredor',
      '/organizador/eventos',
      ...[1, 2, 3, 4, 5, 6].map((step) => `/organizador/eventos/detalhe/${race.id}?etapa=${step}`),
      `/organizador/eventos/${race.id}/historico`,
      `/organizador/eventos/${race.id}/painel`,
      `/organizador/eventos/${race.id}/participantes`,
      `/organizador/eventos/${race.id}/devolucoes`,
      `/organizador/eventos/${race.id}/direitos`,
      `/organizador/eventos/${race.id}/direitos/relatorio`,
      `/organizador/eventos/${race.id}/realizadores`,
      `/organizador/evento/participante/editar/${registration}`,
      `/organizador/inscricoes/${registration}`,
      '/organizador/realizadores',
      '/organizador/realizadores/novo',
      '/organizador/realizadores/detalhe/novo',
      `/organizador/realizadores/detalhe/${id}`,
      `/organizador/realizador/permissao/${id}`,
      '/organizador/minha-organizacao',
      '/organizador/taxas',
      '/organizador/extrato',
      '/organizador/repasses',
      '/organizador/devolucoes',
    ]
  },
  company: async ({ race, runner }) => [
    '/empresa/pagina-inicial',
    '/empresa/extrato',
    '/empresa/repasses',
    '/empresa/movimento-diario',
    '/empresa/devolucoes',
    '/pessoas',
    `/pessoas/${runner.session.user.id}`,
    '/cidades',
    '/cidades/1',
    `/event/participants/${race.id}`,
  ],
  admin: async ({ runner }) => [
    '/admin/pagina-inicial',
    '/admin/eventos',
    '/admin/events',
    '/admin/tarefas',
    '/admin/mensagens',
    '/admin/auditoria',
    '/admin/seguranca',
    '/admin/usuarios',
    '/admin/usuarios/novo',
    '/Empresas',
    '/Empresas/1',
    '/Empresas/1/taxas',
    '/organizadores',
    '/organizadores/1',
    '/participantes',
    '/participantes/apagar-dados',
    `/participantes/${runner.session.user.id}`,
    `/participantes/${runner.session.user.id}/unificar`,
  ],
}

async function createPreview(request: APIRequestContext, id: number): Promise<string> {
  const organizer = await logIn(request, 'organizador@largada.test')
  const answer = await request.post(`/api/v1/organizer/events/${id}/preview`, authorized(organizer))
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return (await answer.json()).data.preview_token
}

async function createData(request: APIRequestContext): Promise<Data> {
  const [race, runner] = await Promise.all([createRace(request), createAccount(request)])
  const { registrations } = await placeOrder(request, runner, race)
  const [registration] = registrations
  return {
    race,
    runner,
    registration: registration?.id ?? 0,
    payment: registration?.payment_link?.split('/').at(-1),
  }
}

/**
 * No screens of their own: a file, redirects, and the page after an order, which the runner's journey covers.
 */
const OTHER_PATHS = ['/events/:slug/calendario.ics', '/pagina-inicial', '/confirmacao-pagamento']
/** The same screen as the organizer's. */
const SAME_SCREEN = ['/realizador/eventos']

test('the hit test opens every screen', { tag: '@operation' }, async ({ request }) => {
  const data = await createData(request)
  const opened = (await Promise.all(Object.values(SCREENS).map((of) => of(data, request)))).flat()
  const paths = [...readFileSync('web/app/paths.ts', 'utf8').matchAll(/_PATH = '([^']+)'/g)].map(
    ([, path = '']) => path,
  )
  const missing = paths.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return !opened.some((one) => pattern.test(one.split('?')[0] ?? ''))
  })
  expect(missing).toEqual(
    [...OTHER_PATHS, ...SAME_SCREEN].sort((a, b) => paths.indexOf(a) - paths.indexOf(b)),
  )
})

for (const [role, screens] of Object.entries(SCREENS))
  test(`${role}: each visible control is the element found at its centre, on a phone and a desktop`, {
    tag: '@operation',
  }, async ({ view, request }) => {
    test.slow()
    const data = await createData(request)
    if (role === 'runner') await signIn(view, data.runner.session)
    else if (role !== 'visitor')
      await signIn(view, await logIn(request, `${DEMO[role as keyof typeof DEMO]}@largada.test`))
    for (const path of await screens(data, request))
      await test.step(path, async () => {
        await view.goto(path)
        for (const size of [DESKTOP, PHONE]) {
          await view.resize(size)
          await view.expectControlsReachable()
        }
      })
  })
