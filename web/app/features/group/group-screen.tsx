import {
  IconBrandWhatsapp,
  IconCheck,
  IconCopy,
  IconDiscount,
  IconQrcode,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MyGroup } from '#contract/group/group.ts'
import { formatBasisPoints, formatDecimal, toCents } from '#contract/money.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { freePlaceWords } from '#contract/pricing/group-price.ts'
import { plural } from '#contract/words.ts'
import { recordFailure } from '#web/api/query-failure.ts'
import { PixKey } from '#web/features/registration/pix-key.tsx'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { AnchorButton, TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import own from './group.module.css'
import { InviteSheet } from './invite-sheet.tsx'
import { Members } from './members.tsx'
import { groupQuery } from './queries.ts'

export const meta = pageTitle('Meu grupo')

/** The captain's page. */
export default function GroupScreen() {
  const id = useIdParam() ?? 0
  const group = useQuery(groupQuery(id))
  const failure = recordFailure(group)
  if (failure)
    return (
      <>
        <h1 className="sr-only">Meu grupo</h1>
        <ErrorState {...failure} />
      </>
    )
  return (
    <>
      <PageHeader
        title={group.data?.name ?? 'Meu grupo'}
        tab={group.data?.name}
        description={
          group.data &&
          `${group.data.event.title}, ${group.data.event.date_event}. ${
            group.data.is_open
              ? `Membros entram e saem até ${group.data.names_until}.`
              : 'O prazo para mudar os membros acabou.'
          }`
        }
      >
        {group.data && (
          <LinkButton to={pathTo(EVENT_PATH, group.data.event.slug)} variant="default">
            Ver a corrida
          </LinkButton>
        )}
      </PageHeader>
      <h2 className="sr-only">Situação do grupo</h2>
      <div className={own.cards}>
        <StatCard icon={IconUsersGroup} label="Membros" value={group.data?.members}>
          {group.data &&
            group.data.invited > 0 &&
            plural(group.data.invited, 'convidado não entrou', 'convidados não entraram')}
        </StatCard>
        <StatCard icon={IconCheck} label="Confirmaram" value={group.data?.signed} />
        <StatCard icon={IconQrcode} label="Pagos" value={group.data?.paid} tone="success">
          {group.data && `${formatDecimal(group.data.owed)} a pagar`}
        </StatCard>
        {group.data?.price && <PriceCard group={group.data} price={group.data.price} />}
      </div>
      {group.data?.pix_key_for && (
        <div className={own.refund}>
          <PixKey registrationId={group.data.pix_key_for} />
        </div>
      )}
      {group.data?.is_open && <Invite group={group.data} />}
      {group.data && <Members group={group.data} />}
    </>
  )
}

/** What the size of the group saves, and what the next step needs. */
function PriceCard({ group, price }: { group: MyGroup; price: NonNullable<MyGroup['price']> }) {
  const { rate, next, free_every: every } = price
  const words = (decimal: string) => formatBasisPoints(toCents(decimal) ?? 0)
  const details = [
    ...(next
      ? [`Com mais ${plural(next.min_members - group.members, 'membro', 'membros')}: ${words(next.rate)}.`]
      : []),
    ...(every === null ? [] : [`${freePlaceWords(every)}, 1 inscrição grátis.`]),
  ]
  return (
    <StatCard
      icon={IconDiscount}
      label="Preço de grupo"
      value={
        next || !isFreeValue(rate)
          ? words(rate)
          : plural(group.free_places, 'inscrição grátis', 'inscrições grátis')
      }
      tone="success"
    >
      {details.length > 0 ? details.join(' ') : 'É o maior desconto.'}
    </StatCard>
  )
}

function Invite({ group: { id, link, text } }: { group: MyGroup }) {
  return (
    <section className={own.panel} aria-labelledby="convite">
      <div>
        <h2 id="convite">Convite</h2>
        <p>{text}</p>
      </div>
      <div className={own.buttons}>
        <AnchorButton
          icon={IconBrandWhatsapp}
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Enviar por WhatsApp
        </AnchorButton>
        <TextButton
          icon={IconCopy}
          variant="default"
          onClick={async () => {
            await navigator.clipboard.writeText(link)
            showToast('success', 'Link copiado.')
          }}
        >
          Copiar link
        </TextButton>
        <InviteSheet groupId={id} />
      </div>
    </section>
  )
}
