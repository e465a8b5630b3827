import { Alert } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCash,
  IconCreditCard,
  IconListCheck,
  IconMail,
  IconRun,
  IconTicket,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AdminOverview } from '#contract/backoffice/overview.ts'
import { countWords, plural } from '#contract/words.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import {
  ACCOUNTS_PATH,
  ALL_EVENTS_PATH,
  ENTERPRISES_PATH,
  JOBS_PATH,
  MESSAGES_PATH,
  ORGANIZERS_PATH,
  REFUNDS_PATH,
} from '#web/paths.ts'
import { FramedError } from '#web/ui/frame.tsx'
import { Inbox } from '#web/ui/inbox.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { agoWords } from '../ago-words.ts'
import { adminOverviewQuery } from '../queries.ts'
import { adminTasks } from './admin-tasks.ts'
import { EventCountsLine } from './event-counts-line.tsx'
import { type Health, HealthCard } from './health-card.tsx'
import home from './home.module.css'
import { NextRaces } from './next-races.tsx'

export const meta = pageTitle('Página Inicial')

export default function AdminHomeScreen() {
  const query = useQuery(adminOverviewQuery)
  const { data, dataUpdatedAt } = query
  const failure = recordFailure(query)
  return (
    <>
      <PageHeader title="Página Inicial" description="A plataforma agora. Atualiza sozinha a cada minuto." />
      {failure ? (
        <FramedError {...failure} />
      ) : (
        <div className={home.sections}>
          {data?.lacks_seller && <LacksSeller />}
          <Inbox tasks={data && adminTasks(data, dataUpdatedAt)} />
          {data && <Totals data={data} />}
          {data && <NextRaces races={data.next_events} />}
          {data && (
            <section className={home.section}>
              <h2>Saúde do sistema</h2>
              <div className={home.health}>
                <HealthCard
                  icon={IconListCheck}
                  title="Tarefas"
                  health={jobHealth(data, dataUpdatedAt)}
                  more={{ to: JOBS_PATH, label: 'Ver tarefas' }}
                />
                <HealthCard
                  icon={IconMail}
                  title="E-mails"
                  health={mailHealth(data, dataUpdatedAt)}
                  more={{ to: `${JOBS_PATH}?estado=retrying`, label: 'Ver o que espera' }}
                />
                <HealthCard
                  icon={IconCreditCard}
                  title="Gateway"
                  health={gatewayHealth(data, dataUpdatedAt)}
                  more={gatewayLink(data)}
                />
              </div>
              <p className={home.version}>Largada {data.version}</p>
            </section>
          )}
        </div>
      )}
    </>
  )
}

function LacksSeller() {
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title="Faltam os dados legais da plataforma"
    >
      Razão social, CNPJ, endereço e e-mail da empresa precisam aparecer para quem compra (Decreto 7.962/2013,
      art. 2º). Até que a instalação tenha LEGAL_NAME, LEGAL_DOCUMENT, LEGAL_ADDRESS e LEGAL_EMAIL, nenhum
      evento pode ser aberto.
    </Alert>
  )
}

function Totals({ data }: { data: AdminOverview }) {
  return (
    <section className={home.section}>
      <h2>Em números</h2>
      <div className={home.stats}>
        <StatCard
          icon={IconCalendarEvent}
          label="Eventos ativos"
          value={data.events.active}
          to={`${ALL_EVENTS_PATH}?status=1`}
        >
          <EventCountsLine events={data.events} list={ALL_EVENTS_PATH} />
        </StatCard>
        <StatCard icon={IconTicket} label="Inscrições" value={data.registrations}>
          pendentes e confirmadas
        </StatCard>
        <StatCard icon={IconCash} label="Bruto recebido" value={<Money value={data.received} />}>
          tudo o que entrou, sem pagamentos repetidos
        </StatCard>
        <StatCard icon={IconRun} label="Contas" value={data.accounts} to={ACCOUNTS_PATH}>
          <Link to={ORGANIZERS_PATH}>{plural(data.organizers, 'organizador', 'organizadores')}</Link>
          {' · '}
          <Link to={ENTERPRISES_PATH}>{plural(data.enterprises, 'empresa', 'empresas')}</Link>
          {data.blocked_accounts > 0 && (
            <>
              {' · '}
              <Link to={`${ACCOUNTS_PATH}?estado=blocked`}>
                {plural(data.blocked_accounts, 'bloqueada', 'bloqueadas')}
              </Link>
            </>
          )}
        </StatCard>
      </div>
    </section>
  )
}

const LATE_MS = 5 * 60_000

const HEALTHY = { tone: 'success', words: 'Tudo certo' } as const
const ATTENTION = { tone: 'warning', words: 'Atenção' } as const
const FAILING = { tone: 'error', words: 'Com falhas' } as const

const when = (instant: string | null, now: number) => (instant ? agoWords(instant, now) : 'nunca')

function jobHealth({ jobs }: AdminOverview, now: number): Health {
  const since = jobs.oldest_waiting_since
  const late = since !== null && now - new Date(since).getTime() > LATE_MS
  const state = jobs.failed > 0 ? FAILING : late || jobs.retrying > 0 ? ATTENTION : HEALTHY
  return {
    ...state,
    facts: [
      { label: 'Na fila', value: countWords(jobs.queued) },
      { label: 'Vão tentar de novo', value: countWords(jobs.retrying) },
      { label: 'Falharam de vez', value: countWords(jobs.failed), wrong: jobs.failed > 0 },
      { label: 'A mais antiga espera', value: since ? agoWords(since, now) : 'nenhuma', wrong: late },
    ],
  }
}

function mailHealth({ mail }: AdminOverview, now: number): Health {
  const failing = mail.failing_since_last
  const state = failing ? FAILING : mail.waiting > 0 ? ATTENTION : HEALTHY
  return {
    ...state,
    facts: [
      { label: 'Último envio', value: when(mail.last_sent_at, now) },
      { label: 'Esperando novo envio', value: countWords(mail.waiting), wrong: mail.waiting > 0 },
      ...(failing ? [{ label: 'Última falha', value: agoWords(failing.at, now), wrong: true }] : []),
    ],
    reason: failing?.reason || undefined,
  }
}

function gatewayLink(data: AdminOverview) {
  if (data.gateway.odd_messages) return { to: `${MESSAGES_PATH}?estado=odd`, label: 'Ver mensagens' }
  return data.gateway.refunds_for_a_person
    ? { to: `${REFUNDS_PATH}?prazo=stuck`, label: 'Ver devoluções' }
    : { to: MESSAGES_PATH, label: 'Ver mensagens' }
}

function gatewayHealth({ gateway }: AdminOverview, now: number): Health {
  const { unhandled_messages: unhandled, odd_messages: odd, charges_without_link: linkless } = gateway
  const { refunds_for_a_person: refunds } = gateway
  const isStuck = odd > 0 || refunds > 0
  const state = isStuck ? FAILING : unhandled > 0 || linkless > 0 ? ATTENTION : HEALTHY
  return {
    ...state,
    ...(isStuck && { words: 'Pendência' }),
    facts: [
      { label: 'Última mensagem', value: when(gateway.last_message_at, now) },
      { label: 'Mensagens por aplicar', value: countWords(unhandled) },
      { label: 'Precisam de uma pessoa', value: countWords(odd), wrong: odd > 0 },
      { label: 'Devoluções à espera de uma pessoa', value: countWords(refunds), wrong: refunds > 0 },
      { label: 'Cobranças sem link', value: countWords(linkless) },
    ],
  }
}
