import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { PublicEvent, PublicProduct } from '#contract/event/event.ts'
import { markupHtml } from '#contract/markup.ts'
import { LOGIN_PATH, WIZARD_PATH } from '#web/paths.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { COURSE, DISABLED, EVENT, SENIOR } from '#web-test/sample-event.ts'
import { linkedCoupon } from '../linked-coupon.ts'
import { EventPage } from './event-page.tsx'

// Specification, page 1, §2.8: an event's own page.

const URL_OF_PAGE = 'https://largada.example/events/corrida-das-serras'
const BEFORE_THE_RACE = '2099-11-01'

const open = (changes: Partial<PublicEvent> = {}, today = BEFORE_THE_RACE) =>
  renderScreen(<EventPage event={{ ...EVENT, ...changes }} today={today} url={URL_OF_PAGE} />, {
    route: '/events/:slug',
    path: `/events/${EVENT.slug}`,
  })

const region = (name: string) => page.getByRole('region', { name })
const link = (name: string | RegExp) => page.getByRole('link', { name })
const panel = () => page.getByRole('complementary', { name: 'Inscrição' })
const texts = (locator: ReturnType<typeof panel>) => locator.elements().map((element) => element.textContent)

const [FIVE, TEN] = EVENT.modalities
const [COMPLETE, BASIC] = EVENT.products
if (!FIVE || !TEN || !COMPLETE || !BASIC) throw new Error('the sample event has fewer modalities or kits')
const [GENERAL, SENIORS] = FIVE.categories
if (!GENERAL || !SENIORS) throw new Error('the sample event has fewer categories')

describe('content', () => {
  test('shows title, cover, day, time, city and state', async () => {
    const src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
    await open({
      cover_picture: { src, srcset_avif: '', srcset_webp: '', width: 1, height: 1, placeholder: '' },
    })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(EVENT.title)
    await expect.element(page.getByText('sábado, 12 de dezembro de 2099', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Largada às 07:00')).toBeVisible()
    await expect.element(page.getByText('Gramado, RS').first()).toBeVisible()
    await expectText(region('Quando e onde'), 'sábado, 12 de dezembro de 2099, às 07:00Gramado, RS')
    const cover = document.querySelector('article picture img')
    expect(cover?.getAttribute('src')).toBe(src)
    expect(cover?.getAttribute('fetchpriority')).toBe('high')
  })

  test('says so when day, time, city or organizer is missing', async () => {
    await open({ date_event: null, start_time: null, city: null })
    for (const words of [
      'Data não informada',
      'Horário não informado',
      'Cidade não informada',
      'Organizador desconhecido',
    ])
      await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(link('Adicionar ao calendário')).not.toBeInTheDocument()
  })

  test('says where and when kits are picked up, also without a place; the head shows a day alone', async () => {
    const nothing = { place: null, address: null, from: null, opens_at: null, until: null, closes_at: null }
    await open({ kit_pickup: { ...nothing, note: 'O local será avisado por e-mail.' } })
    await expectText(region('Entrega dos kits'), 'O local será avisado por e-mail.')
    await cleanup()
    await open({
      kit_delivery_date: '11/12/2099',
      kit_pickup: { ...nothing, from: '11/12/2099', note: null },
    })
    await expect.element(page.getByText(/^Entrega dos kits: /)).toBeVisible()
    await expect.element(region('Entrega dos kits')).not.toBeInTheDocument()
  })

  test('lists the sentences of the cancellation policy', async () => {
    const sentences = [
      'Até 01/03/2100 (30 dias antes): devolução de 80% do valor pago.',
      'Depois desse prazo, não há devolução.',
    ]
    await open({ cancellation_policy: sentences })
    await expect.element(region('Cancelamento')).toBeVisible()
    expect(texts(region('Cancelamento').getByRole('listitem'))).toEqual(sentences)
  })

  test('the description keeps its line breaks', async () => {
    await open({ description_html: markupHtml('Venha correr.\nTraga água.\n\n- camisa\n- medalha') })
    // biome-ignore lint/performance/useDomNodeTextContent: the rendered lines are tested
    const lines = (region('Sobre o evento').element() as HTMLElement).innerText
      .split('\n')
      .map((line) => line.trim())
    for (const line of ['Venha correr.', 'Traga água.', 'camisa', 'medalha']) expect(lines).toContain(line)
  })

  test('renders the headings, lists and links of a text', async () => {
    await open({ description_html: markupHtml('# Kits\n1. [Retirada](https://exemplo.test/kits)') })
    const about = region('Sobre o evento')
    await expect.element(about.getByRole('heading', { level: 3, name: 'Kits' })).toBeVisible()
    await expect.element(about.getByRole('listitem')).toHaveTextContent('Retirada')
    await expect.element(link('Retirada')).toHaveAttribute('href', 'https://exemplo.test/kits')
  })

  test("shows the rules, and 'Ver Regulamento' where there is a document", async () => {
    await open({ rules_html: markupHtml('Chegue cedo.'), regulation: 'regulations/7.pdf' })
    await expectText(region('Regras'), 'Chegue cedo.')
    await expect.element(region('Cancelamento')).not.toBeInTheDocument()
    await expect.element(link('Ver Regulamento')).toHaveAttribute('href', '/storage/regulations/7.pdf')
  })

  test('shows modalities with their categories, each price once', async () => {
    const paid = { price: '89.90', price_varies: true }
    const categories = [
      { ...GENERAL, ...paid },
      { ...SENIORS, price: '0.00' },
      { ...GENERAL, ...paid, category_id: 13, category_name: 'PCD' },
    ]
    await open({ modalities: [{ ...FIVE, categories }, TEN] })
    const list = (modality: string) => page.getByRole('list', { name: `Categorias de ${modality}` })
    await expectText(list('5 km'), 'a partir de R$ 89,90GeralPCDGratuito60+')
    await page.getByRole('tab', { name: '10 km' }).click()
    await expectText(list('10 km'), 'Geral')
  })

  test('shows one modality at a time, chosen by mouse or keyboard', async () => {
    await open({
      modalities: [
        { ...FIVE, description: 'Plano' },
        { ...TEN, description: 'Com subida' },
      ],
    })
    const tab = (name: string) => page.getByRole('tab', { name })
    const panels = () => page.getByRole('tabpanel')
    await expect.element(tab('5 km')).toHaveAttribute('aria-selected', 'true')
    await expectText(panels(), 'Plano')
    await tab('10 km').click()
    await expectText(panels(), 'Com subida')
    for (const [key, name] of [
      ['{ArrowRight}', '5 km'],
      ['{ArrowLeft}', '10 km'],
      ['{Home}', '5 km'],
      ['{End}', '10 km'],
    ] as const) {
      await userEvent.keyboard(key)
      await expect.element(tab(name)).toHaveFocus()
      await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
      await expect.element(panels()).toHaveAttribute('aria-labelledby', tab(name).element().id)
    }
  })

  test('an event with one modality has no tabs', async () => {
    await open({ modalities: [FIVE] })
    await expect.element(page.getByRole('heading', { name: '5 km' })).toBeVisible()
    await expect.element(page.getByRole('tab')).not.toBeInTheDocument()
  })

  test('a long text is folded', async () => {
    const paragraphs = Array.from({ length: 12 }, (_, n) => `Parágrafo ${n} com palavras suficientes.`)
    await open({ description_html: markupHtml(paragraphs.join('\n\n')) })
    const height = () => region('Sobre o evento').element().getBoundingClientRect().height
    const folded = height()
    await button('Ler tudo').click()
    await expect.element(button('Ler tudo')).not.toBeInTheDocument()
    expect(height()).toBeGreaterThan(folded * 1.5)
  })

  test('a short text with long links is not folded', async () => {
    const url = `https://exemplo.test/${'kits-e-regulamento/'.repeat(12)}`
    await open({ description_html: markupHtml(`[Kits](${url}a)\n\n[Regulamento](${url}b)`) })
    await expect.element(link('Regulamento')).toBeVisible()
    await expect.element(button('Ler tudo')).not.toBeInTheDocument()
  })

  test('says who may register for a modality, a category and a kit, and the day on which ages count', async () => {
    const women = { ...GENERAL, sex: 1, min_age: 18, max_age: 29 }
    await open({
      age_reference: 'year_end',
      modalities: [
        { ...FIVE, min_age: 16, categories: [women, { ...SENIORS, max_age: 69, description: 'Sem pódio' }] },
      ],
      products: [{ ...COMPLETE, sex: 0 }, BASIC],
    })
    await expectText(region('Modalidades e categorias'), '5 km16 anos ou mais em 31/12/2099')
    await expectText(
      page.getByRole('list', { name: 'Categorias de 5 km' }),
      'GeralFeminino · de 18 a 29 anos em 31/12/209960+Até 69 anos em 31/12/2099Sem pódio',
    )
    await expectText(region('Kits'), 'Kit CompletoMasculino')
    await expect.element(region('Kits').getByText(/anos/)).not.toBeInTheDocument()
  })

  test('shows the lowest price and the payment methods', async () => {
    await open()
    await expectText(panel(), 'Pague com Pix')
    await expectText(panel(), 'a partir de R$ 100,00')
  })

  test('a free race shows no payment methods', async () => {
    await open({ price_from: '0.00', price_varies: false })
    await expectText(panel(), 'Gratuito')
    expect(panel().element().textContent).not.toMatch(/Pague com|a partir de/)
  })

  test('shows the course of a modality with its length, a GPX download and a link to an external map', async () => {
    await open({ modalities: [{ ...FIVE, course: COURSE }, TEN] })
    const picture = page.getByRole('img', { name: 'Percurso de 5 km, 5,02 km · 46 m de subida' })
    await expect.element(picture).toHaveAttribute('src', '/storage/routes/percurso-mapa.svg')
    await expectText(page.getByRole('figure'), '5,02 km · 46 m de subida')
    await expect.element(link('GPX para o relógio')).toHaveAttribute('href', '/storage/routes/percurso.gpx')
    await expect
      .element(link('Largada no mapa (abre em outra janela)'))
      .toHaveAttribute('href', expect.stringContaining('openstreetmap.org/?mlat=-27.6&mlon=-48.5'))
    expect(document.querySelectorAll('article img[src^="http"], article iframe')).toHaveLength(0)
  })

  test('without a GPX file, shows the stored drawing if all categories share it', async () => {
    const drawn = (route: string) => ({
      ...FIVE,
      categories: [
        { ...GENERAL, route },
        { ...SENIORS, route },
      ],
    })
    await open({ modalities: [drawn('routes/orla-5k.svg')] })
    const drawing = page.getByRole('img', { name: /^Percurso de 5 km/ })
    await expect.element(drawing).toHaveAttribute('src', '/storage/routes/orla-5k.svg')
    await expect.element(drawing).toHaveAttribute('loading', 'lazy')
    await cleanup()
    await open({ modalities: [drawn('https://rotas.example/5.png')] })
    await expect.element(link(/^PERCUSO de 5 km/)).toBeVisible()
    expect(drawing.elements()).toHaveLength(0)
  })

  test("a category with a route links to it as 'PERCUSO'", async () => {
    const route = 'https://rotas.example/5'
    await open({ modalities: [{ ...FIVE, categories: [{ ...GENERAL, route }, SENIORS] }] })
    await expect.element(link('PERCUSO de Geral (abre em outra janela)')).toHaveAttribute('href', route)
    expect(link(/^PERCUSO/).elements()).toHaveLength(1)
  })

  test('marks a sold-out category, and a sold-out distance once', async () => {
    await open({
      products: [],
      modalities: [
        { ...FIVE, categories: [{ ...GENERAL, sold_out: true }, SENIORS] },
        { ...TEN, sold_out: true, categories: TEN.categories.map((one) => ({ ...one, sold_out: true })) },
      ],
    })
    await expect.element(page.getByRole('tabpanel').getByText('Esgotado')).toBeVisible()
    await page.getByRole('tab', { name: '10 km esgotado' }).click()
    await expect.element(page.getByRole('tabpanel').getByText('Esgotado')).not.toBeVisible()
  })

  test('shows the registration window', async () => {
    await open()
    await expectText(panel(), 'Inscrições abertas de 01/01/2026 até 01/12/2099')
  })
})

describe('kits', () => {
  const kit = (name: string) =>
    region('Kits')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })

  test('show price and fee, unless the organizer bears it, and their category', async () => {
    await open()
    await expectText(kit('Kit Completo'), 'R$ 107,50 R$ 100,00 + R$ 7,50 de taxa de serviço')
    await expectText(kit('Kit Completo'), 'Só para 5 km · Geral')
    await expectText(kit('Kit Básico'), 'R$ 60,00')
    expect(kit('Kit Básico').element().textContent).not.toMatch(/taxa|Só para/)
    await expectText(kit('Kit Gratuito'), 'Gratuito')
  })

  test('show the price tier in which they are, unless they are sold out', async () => {
    const tier = { id: 1, name: '1º lote', value: '60.00', ends_on: '04/11/2099', remaining: 42 }
    const tiered = { ...BASIC, tier, next_tier: { id: 2, name: '2º lote', value: '80.00' } }
    const line = '1º lote · vira em 3 dias ou 42 inscrições · depois R$ 80,00'
    await open({ products: [COMPLETE, tiered], price_from: '60.00' })
    await expectText(kit('Kit Básico'), line)
    await expectText(panel(), line)
    expect(kit('Kit Completo').element().textContent).not.toContain('lote')

    await cleanup()
    await open({ products: [COMPLETE, { ...tiered, sold_out: true }], price_from: '107.50' })
    expect(kit('Kit Básico').element().textContent).not.toContain('lote')
    expect(panel().element().textContent).not.toContain('lote')
  })

  test('show the measures of shirts if the organizer gave any', async () => {
    await open({ products: [COMPLETE, BASIC] })
    await page.getByText('Tabela de medidas').click()
    const rows = page.getByRole('table', { name: 'Camiseta esticada, em centímetros' }).getByRole('row')
    expect(texts(rows)).toEqual(['TamanhoLarguraComprimento', 'M52,571', 'G55–'])
  })

  test('have a chart each where their shirts differ', async () => {
    const wider = COMPLETE.shirt_sizes.map((size) => ({ ...size, width_cm: 60 }))
    await open({ products: [COMPLETE, { ...BASIC, shirt_sizes: wider }] })
    expect(page.getByText('Tabela de medidas').elements()).toHaveLength(2)
    await cleanup()
    await open({ products: [COMPLETE, { ...BASIC, shirt_sizes: COMPLETE.shirt_sizes }] })
    expect(page.getByText('Tabela de medidas').elements()).toHaveLength(1)
  })

  test('show the picture of the organizer, otherwise drawings of what they contain', async () => {
    await open({
      products: [
        { ...COMPLETE, product_image: 'events/kit.jpg' },
        { ...BASIC, description: 'Número e medalha.' },
      ],
    })
    expect(kit('Kit Completo').element().querySelector('img')?.getAttribute('src')).toBe(
      '/storage/events/kit.jpg',
    )
    const drawn = [...kit('Kit Básico').element().querySelectorAll('use')].map((use) =>
      use.getAttribute('href'),
    )
    expect(drawn.map((href) => href?.split('#')[1])).toEqual(['kit-bib', 'kit-medal'])
  })

  test('say how many are left when they are few', async () => {
    await open({ products: [{ ...COMPLETE, left: 4 }, BASIC] })
    await expectText(kit('Kit Completo'), 'Últimas 4 unidades')
    expect(kit('Kit Básico').element().textContent).not.toContain('unidades')
  })

  test('show the remaining quantity of a size when it is small', async () => {
    const quantities = { P: 0, M: 1, G: 9, GG: 40, XG: null }
    const shirt_sizes: PublicProduct['shirt_sizes'] = Object.entries(quantities).map(
      ([size, quantity], id) => ({ id, size, quantity, width_cm: null, length_cm: null }),
    )
    await open({ products: [{ ...COMPLETE, shirt_sizes }, BASIC] })
    expect(texts(page.getByRole('list', { name: 'Tamanhos' }).getByRole('listitem'))).toEqual([
      'P esgotado',
      'M última',
      'G últimas 9',
      'GG ',
      'XG ',
    ])
  })
})

describe('discounts by right', () => {
  const rights = () => region('Descontos por direito')
  const right = (name: string) =>
    rights()
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })

  test('show who has them, what they take off and what is left of their quotas', async () => {
    await open({ right_rules: [SENIOR, DISABLED] })
    await expectText(right('Pessoa idosa (60+)'), '50% de desconto60 anos ou mais em 12/12/2099')
    await expectText(right('PCD'), '100% de descontoPara quem tem o direito · restam 37 de 40 vagas')
    await expect.element(rights().getByText('Entra sozinho no preço', { exact: false })).not.toBeVisible()
    await right('Pessoa idosa (60+)').getByText('Como funciona').click()
    await expect.element(rights().getByText('Entra sozinho no preço', { exact: false })).toBeVisible()
  })

  test('explain base, document, deadline, days, companion, pick-up and source', async () => {
    const changes = { base: 'service', starts_on: '01/10/2099', ends_on: '30/10/2099' } as const
    await open({ right_rules: [SENIOR, { ...DISABLED, ...changes, remaining: 0 }] })
    await expectText(right('PCD'), 'vagas com desconto esgotadas')
    for (const words of [
      'O desconto é sobre o preço sem a camiseta.',
      'Comprovante: Laudo médico, até 03/01/2099.',
      'Vale para inscrições de 01/10/2099 a 30/10/2099.',
      'Vale também para um acompanhante na mesma inscrição.',
    ])
      await expectText(right('PCD'), words)
    await expectText(right('Pessoa idosa (60+)'), 'O kit é entregue só à própria pessoa.')
    await right('Pessoa idosa (60+)').getByText('Como funciona').click()
    await expect.element(link('Ver a lei ou regra')).toHaveAttribute('href', SENIOR.source_url ?? '')
  })

  test('an event without any has no section', async () => {
    await open()
    await expect.element(rights()).not.toBeInTheDocument()
  })
})

test('shows organizer, phone, e-mail, social link and a chat link with the prefix 55', async () => {
  await open({
    organizer: [
      {
        name_fantasy: 'Ilha Run',
        phone: '48987654321',
        logo: null,
        page: 'ilha-run-12',
        seller: { name: 'Ilha Run S.A.', document: '12ABC34501DE35', address: 'Rua Um, 2, Natal/RN' },
      },
    ],
    contact_email: 'oi@ilha.example',
    url_disclosure: 'https://www.instagram.com/ilharun/',
  })
  await expectText(region('Organização'), 'Ilha Run')
  await expectText(region('Organização'), 'Ilha Run S.A. CNPJ 12.ABC.345/01DE-35 Rua Um, 2, Natal/RN')
  for (const [name, href] of [
    ['(48) 98765-4321', 'tel:+5548987654321'],
    ['oi@ilha.example', 'mailto:oi@ilha.example'],
    ['instagram.com/ilharun', 'https://www.instagram.com/ilharun/'],
    ['Fale conosco', 'https://wa.me/5548987654321'],
    ['Ilha Run', '/organizacoes/ilha-run-12'],
  ] as const)
    await expect.element(link(name)).toHaveAttribute('href', href)
})

test('the place of the start is shown and found on a map', async () => {
  await open({ start_place: 'Lago Negro', url_map: null })
  await expect.element(page.getByText('Largada: Lago Negro')).toBeVisible()
  await expect
    .element(link('Abrir no mapa'))
    .toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=Lago%20Negro%2C%20Gramado%2C%20RS',
    )
})

describe('URLs typed by organizers', () => {
  test('a map of an unknown host is linked, not embedded', async () => {
    await open({ url_map: 'https://mapas.example/1' })
    await expect.element(link('Abrir no mapa')).toHaveAttribute('href', 'https://mapas.example/1')
    expect(document.querySelector('iframe')).toBeNull()
  })

  const answerMap = (answer: () => Promise<Response>) => {
    const fetched = vi.spyOn(window, 'fetch').mockImplementation(answer)
    onTestFinished(() => fetched.mockRestore())
  }

  test('loads a map from its site only on request', async () => {
    const url = 'https://www.openstreetmap.org/export/embed.html?bbox=0'
    answerMap(async () => new Response())
    await open({ url_map: url })
    await expect.element(link('Abrir no mapa')).toHaveAttribute('href', url)
    expect(document.querySelector('iframe')).toBeNull()
    await page.getByRole('button', { name: 'Ver o mapa aqui' }).click()
    await expect.element(page.getByTitle(/^Mapa de /)).toHaveAttribute('src', url)
    await expect.element(page.getByRole('button', { name: 'Ver o mapa aqui' })).not.toBeInTheDocument()
    await expect.element(link('Abrir no mapa')).toBeVisible()
  })

  test('says so when the site of the map does not answer', async () => {
    answerMap(() => Promise.reject(new TypeError()))
    await open({ url_map: 'https://www.openstreetmap.org/export/embed.html?bbox=0' })
    await page.getByRole('button', { name: 'Ver o mapa aqui' }).click()
    await expect.element(page.getByText(/^O mapa não abriu aqui/)).toBeVisible()
    await expect.element(link('Abrir no mapa')).toBeVisible()
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('omits a URL that would run a script', async () => {
    const url = 'javascript:alert(1)'
    await open({
      url_map: url,
      url_disclosure: url,
      regulation: url,
      modalities: [{ ...FIVE, categories: [{ ...GENERAL, route: url }] }],
    })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(document.body.innerHTML).not.toContain('javascript:')
    expect(document.body.innerHTML).not.toMatch(/Ver Regulamento|PERCUSO|Abrir no mapa/)
  })
})

describe('results', () => {
  const results_url = 'https://tempos.example/corrida'

  test("'Ver resultados' is shown after the race", async () => {
    await open({ results_url, status: 0, closed_reason: 'ended' }, '2099-12-13')
    await expect.element(link('Ver resultados')).toHaveAttribute('href', results_url)
  })

  test.each([
    ['ended', 1, '2099-12-13'],
    ['cancelled', 1, '2026-08-01'],
    ['sold_out', 0, '2026-08-01'],
  ] as const)('a race that is %s links to the open races %i times', async (closed_reason, links, today) => {
    await open({ status: 0, closed_reason }, today)
    await expect.element(button('Inscrever-se')).toBeDisabled()
    const others = panel().getByRole('link', { name: 'Ver corridas abertas' })
    expect(others.elements().map((one) => one.getAttribute('href'))).toEqual(Array(links).fill('/?status=1'))
  })

  test('is not shown before the race', async () => {
    await open({ results_url })
    await expect.element(link('Ver resultados')).not.toBeInTheDocument()
  })
})

describe('Inscrever-se', () => {
  const wizard = `${WIZARD_PATH}?evento=${EVENT.slug}`

  test('a guest goes to the login, which leads to the wizard', async () => {
    const location = await open()
    await link('Inscrever-se').click()
    await expect.poll(location).toMatchObject({
      pathname: LOGIN_PATH,
      // The server-rendered link works before the page's scripts have loaded.
      search: `?evento=${EVENT.slug}`,
      state: { from: wizard, fromState: { event: { id: EVENT.id } } },
    })
  })

  test('a logged-in participant goes to the wizard with the event in the navigation state', async () => {
    signIn(['Participante'])
    const location = await open()
    await expect.element(link('Inscrever-se')).toHaveAttribute('href', wizard)
    await link('Inscrever-se').click()
    await expect.poll(location).toMatchObject({
      pathname: WIZARD_PATH,
      search: `?evento=${EVENT.slug}`,
      state: { event: { id: EVENT.id } },
    })
  })

  test('the coupon of a link is kept for the wizard, without saying whether it exists', async () => {
    await renderScreen(<EventPage event={EVENT} today={BEFORE_THE_RACE} url={URL_OF_PAGE} />, {
      route: '/events/:slug',
      path: `/events/${EVENT.slug}?cupom=dez`,
    })
    await expectText(panel(), 'Seu cupom será aplicado na confirmação da inscrição.')
    expect(linkedCoupon(EVENT.slug)).toBe('DEZ')
    expect(linkedCoupon('outra-corrida')).toBeNull()
    expect(linkedCoupon(EVENT.slug, Date.now() + 13 * 3_600_000)).toBeNull()
  })

  test.each([
    ['sold_out', 'Todas as vagas foram preenchidas.'],
    ['ended', 'O prazo de inscrição já terminou.'],
  ] as const)(
    "closed (%s): the button is disabled and 'Inscrições encerradas' is shown",
    async (reason, words) => {
      await open({ status: 0, closed_reason: reason })
      await expect.element(button('Inscrever-se')).toBeDisabled()
      await expect.element(panel().getByText('Inscrições encerradas', { exact: true })).toBeVisible()
      await expectText(panel(), words)
    },
  )
})

test('before registrations open, only the chip says that they are closed; one notice says when they open', async () => {
  await open({ status: 0, closed_reason: 'not_yet', start_date: '10/11/2099' })
  await expect.element(button('Inscrever-se')).toBeDisabled()
  await expectText(
    panel(),
    'As inscrições abrem em 9 dias, em 10/11/2099Inscrições abertas de 10/11/2099 até 01/12/2099',
  )
  expect(
    panel()
      .getByText(/^Inscrições abertas/)
      .elements(),
  ).toHaveLength(1)
  expect(page.getByText('Inscrições encerradas').elements()).toHaveLength(1)
})

test('before registrations open, a visitor without an account can join the queue', async () => {
  await open({ status: 0, closed_reason: 'not_yet', has_queue: true })
  await expectText(panel(), 'As inscrições abrem')
  await expectText(panel(), 'entre na fila antes')
  await expect.element(link('Entrar na fila')).toHaveAttribute('href', `${WIZARD_PATH}?evento=${EVENT.slug}`)
})

describe('share', () => {
  /** Replaces the browser's own share dialog; undefined removes it. */
  function shareWith(share: unknown): void {
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'share')
    })
  }
  const press = () => button('Compartilhar').click()

  test("opens the browser's share dialog if there is one; closing it is not a failure", async () => {
    const share = vi.fn().mockRejectedValue(new DOMException('', 'AbortError'))
    shareWith(share)
    await open()
    await press()
    await expect.poll(() => share.mock.calls).toEqual([[{ title: EVENT.title, url: URL_OF_PAGE }]])
    await expect.element(page.getToasts()).not.toBeInTheDocument()
  })

  test('reports a link that could not be copied', async () => {
    shareWith(undefined)
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException())
    onTestFinished(() => write.mockRestore())
    await open()
    await press()
    await expect.element(toast('Não foi possível compartilhar. Copie o endereço da página.')).toBeVisible()
    expect(write).toHaveBeenCalledWith(URL_OF_PAGE)
  })
})
