import { API_BASE } from '#contract/route.ts'
import { each, type Fault, nothing, someMs } from './fault.ts'

const LIES = [
  null,
  'lost',
  { status: 500, body: 'Internal Server Error' },
  { status: 429, body: {}, headers: { 'retry-after': '1' } },
  { status: 200, body: { object: 'list', data: 'none' } },
  { status: 200, body: '<html>' },
] as const

export const gatewayInTrouble: Fault = {
  name: 'gateway',
  lacks: nothing,
  inject: ({ networks: { gateway }, asaas }) =>
    each(
      [
        gateway.refuse,
        () => gateway.drop('all'),
        () => gateway.delay(3_000),
        // Lost responses, error pages of a proxy, unrelated JSON.
        () => asaas.troubleAll(() => LIES[someMs(0, LIES.length)] ?? null),
      ],
      () => {
        gateway.restore()
        asaas.troubleAll(null)
      },
    ),
}

export const mailInTrouble: Fault = {
  name: 'mail',
  lacks: nothing,
  inject: ({ networks: { mail: network }, mail }) =>
    each(
      [network.refuse, () => network.drop('all'), () => network.delay(2_000), () => mail.lie(true)],
      () => {
        network.restore()
        mail.lie(false)
      },
    ),
}

export const zipInTrouble: Fault = {
  name: 'zip',
  lacks: nothing,
  async inject({ networks: { zip: network }, zip, product }, _users, report) {
    let code = 1_000_000
    const ask = async (allowed: readonly number[]) => {
      const since = performance.now()
      const { status } = await fetch(`${product.url}${API_BASE}/cep/${String(++code).padStart(8, '0')}`, {
        headers: { 'x-forwarded-for': `10.9.${code & 255}.1` },
      })
      const tookMs = performance.now() - since
      if (!allowed.includes(status)) report(`a postal code answered ${status}`)
      if (tookMs > 8_000) report(`a postal code took ${Math.round(tookMs / 1000)} s`)
    }
    const troubles = [
      network.refuse,
      () => network.drop('all'),
      () => network.delay(5_000),
      () => zip.answerWith({ status: 200, body: '<html>' }),
      () => zip.answerWith({ status: 500, body: { erro: 'sim' } }),
      () => zip.answerWith({ body: { logradouro: 1, localidade: null, uf: 'São Paulo' } }),
    ]
    const well = {
      body: { logradouro: 'Rua', bairro: '', localidade: 'São Paulo', uf: 'SP', ibge: '3550308' },
    }
    for (const begin of troubles) {
      begin()
      await Promise.all([ask([502]), ask([502]), ask([502])])
      network.restore()
      zip.answerWith(well)
      await ask([200])
    }
    return troubles.length
  },
}
