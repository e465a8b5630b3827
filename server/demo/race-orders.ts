import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Runner } from './accounts.ts'
import { type WrittenRace, whileOpen, wishedOrder } from './orders.ts'
import type { People } from './people.ts'
import type { Race } from './races/race.ts'
import type { Random } from './random.ts'
import type { DemoOrder, OrderStatus } from './registrations.ts'

const HOUR_MS = 3_600_000

interface Generators {
  random: Random
  people: People
  runners: readonly Runner[]
  provider: string
  now: Date
}

/** Most are paid, some cancelled or expired; some open races also have unpaid ones. */
export function raceOrders(race: Race, written: WrittenRace, generators: Generators): DemoOrder[] {
  const { random, people, provider, now } = generators
  const orders: DemoOrder[] = []
  const rest = nearestLast(random.shuffled(generators.runners), race.state)
  const withKids = race.distances.includes('kids')
  const isOpen = race.inDays > 0 && (race.closesInDays ?? 1) > 0

  const add = (orderStatus: OrderStatus, companions: number, at: Date, paymentType?: 0 | 1) => {
    const buyer = rest.pop()
    if (!buyer) return 0
    const others = rest.splice(0, companions)
    const family = withKids && random.chance(0.7) ? [...others, people.childOf(buyer)] : others
    const order = wishedOrder(random, provider, { race: written, buyer, companions: family, at, paymentType })
    if (order) orders.push({ order, orderStatus })
    return order?.participants.length ?? 0
  }
  const sometime = () => whileOpen(random, written, now)

  for (let given = 0; given < race.registered * 0.12; given++)
    add(random.chance(0.6) ? 'expired' : 'cancelled', 0, sometime())
  let registered = 0
  if (isOpen && race.price > 0 && race.registered >= 30 && random.chance(0.45))
    registered += add(
      'pending',
      3,
      new Date(now.getTime() - random.between(1, 5) * HOUR_MS),
      random.chance(0.5) ? 0 : 1,
    )
  while (registered < race.registered) {
    const added = add('paid', random.chance(0.12) ? random.int(1, 2) : 0, sometime())
    if (added === 0 && rest.length === 0) break
    registered += added
  }
  return orders
}

/** Runners are taken from the end, first those of the race's state. */
const nearestLast = (runners: readonly Runner[], state: string): Runner[] =>
  runners
    .map((runner, i) => ({ runner, turn: i + (runner.state === state ? runners.length / 2 : 0) }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ runner }) => runner)

/** Orders of the demo's participant: one of each kind that "Meus Eventos" shows. */
const DEMO_PARTICIPANT_ORDERS: readonly {
  title: string
  orderStatus: OrderStatus
  companions?: number
  paymentType?: PaymentType
}[] = [
  { title: 'Ouro Preto Sky Run', orderStatus: 'paid' },
  { title: 'Meia Maratona da Orla', orderStatus: 'paid', companions: 1, paymentType: 2 },
  { title: 'Corrida Solidária de Goiânia', orderStatus: 'paid' },
  { title: 'Giro da Lagoa', orderStatus: 'pending', paymentType: 0 },
  { title: 'Corrida dos Ventos', orderStatus: 'pending', paymentType: 1 },
  { title: 'Corrida dos Arrecifes', orderStatus: 'cancelled', paymentType: 0 },
  { title: 'Corrida do Ver-o-Rio', orderStatus: 'expired', paymentType: 1 },
]

export function ownOrders(
  participant: Runner,
  races: ReadonlyMap<string, WrittenRace>,
  generators: Generators,
): DemoOrder[] {
  const { random, people, provider, now } = generators
  return DEMO_PARTICIPANT_ORDERS.flatMap(({ title, orderStatus, companions = 0, paymentType }) => {
    const race = races.get(title)
    if (!race) return []
    const at = orderStatus === 'pending' ? new Date(now.getTime() - HOUR_MS) : whileOpen(random, race, now)
    const order = wishedOrder(random, provider, {
      race,
      buyer: participant,
      companions: Array.from({ length: companions }, people.adult),
      at,
      paymentType,
    })
    return order ? [{ order, orderStatus }] : []
  })
}
