import { Skeleton } from '@mantine/core'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { incompleteWords, legWords, type TeamMembership } from '#contract/event/relay.ts'
import {
  inviteParticipantAsStaff,
  inviteSignerAsStaff,
  type RegistrationRecord as Registration,
} from '#contract/participants/panel.ts'
import { api } from '#web/api/api.ts'
import { ConfirmationStatus, Invite } from '#web/features/people/confirmation/invitation.tsx'
import { GuardianStatus } from '#web/features/people/guardian/guardian-status.tsx'
import { REGISTRATION_ACTION_WORDS } from '#web/features/registration/action-words.ts'
import { ChangeList, ChosenChange } from '#web/features/registration/change-list.tsx'
import { RefundList } from '#web/features/registration/refund-list.tsx'
import { RegistrationStatus } from '#web/features/registration/status.tsx'
import { TermVersions } from '#web/features/registration/term-versions.tsx'
import { useMay } from '#web/session/use-may.ts'
import entries from '#web/ui/change-entry.module.css'
import { ChangeEntry } from '#web/ui/change-entry.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Facts } from '#web/ui/facts.tsx'
import { AnswerList } from './answer-list.tsx'
import { ContactButtons } from './contact-buttons.tsx'
import { Notes } from './notes.tsx'
import classes from './panel.module.css'
import { PanelActions } from './panel-actions.tsx'
import { PaymentList } from './payment-list.tsx'
import { RightList } from './right-list.tsx'
import { Section } from './section.tsx'

function TeamLine({ team }: { team: TeamMembership }) {
  const incomplete = incompleteWords(team)
  return (
    <>
      <p>
        Equipe: {team.name} · {legWords(team.leg, team.leg_name)}
      </p>
      {incomplete && <p className={classes.warning}>{incomplete}</p>}
    </>
  )
}

interface RegistrationRecordProps {
  registration: Registration
  /** Set on the registration's own page, where there is no list behind it. */
  alone?: boolean
}

export function RegistrationRecordView({ registration, alone = false }: RegistrationRecordProps) {
  const { participant, person, buyer, category, products, refunds, terms, history } = registration
  const { guardian, pending_change: pending, changes } = registration
  const mayEdit = useMay('edit-registration-participant-event')
  const [product] = products
  const consents = terms.filter(({ kind }) => kind === 'consent')
  const isGuest = buyer.name !== participant.name
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <div className={classes.line}>
          <RegistrationStatus row={registration} />
          <span className={classes.minor}>Nº {registration.id}</span>
        </div>
        <p className={classes.money}>{registration.money_sentence}</p>
        <p className={classes.minor}>
          {[
            category.modality,
            category.name,
            product?.name,
            product?.shirt_size && `camisa ${product.shirt_size}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {registration.team && <TeamLine team={registration.team} />}
        {registration.group && <p>Grupo: {registration.group}</p>}
        {registration.deferral_reason && <p>Adiou a inscrição: {registration.deferral_reason}</p>}
        {registration.place_return && (
          <p>
            {registration.place_return.bought_by === null
              ? 'Devolveu a vaga: o reembolso sai quando alguém a comprar.'
              : `Devolveu a vaga, que a inscrição nº ${registration.place_return.bought_by} comprou.`}
          </p>
        )}
        {registration.ineligible && (
          <p className={classes.warning}>Fora da regra: {registration.ineligible}</p>
        )}
        {registration.cancellation_requested && (
          <p className={classes.warning}>Pediu o cancelamento: decida em Editar.</p>
        )}
      </div>
      <ContactButtons registration={registration} />
      <PanelActions registration={registration} mayEdit={mayEdit} alone={alone} />
      <Section title="Pessoa">
        <Facts
          facts={[
            ['CPF', formatCpf(participant.cpf)],
            ['Nascimento', `${person.birth_date}`],
            ['Sexo', SEXES[person.sex]],
            ['Telefone', formatPhone(participant.phone)],
            ['E-mail', person.email ?? (isGuest ? null : buyer.email), 'wide'],
            ['Inscrito por', isGuest ? `${buyer.name} · ${buyer.email}` : null, 'wide'],
          ]}
        />
        <p className={classes.emergency}>
          <strong>Emergência:</strong>{' '}
          {person.emergency_contact || person.emergency_contact_phone ? (
            <>
              {person.emergency_contact}{' '}
              {person.emergency_contact_phone && (
                <a href={`tel:+55${person.emergency_contact_phone}`}>
                  {formatPhone(person.emergency_contact_phone)}
                </a>
              )}
            </>
          ) : isGuest ? (
            'o contato só aparece quando a própria pessoa se inscreve.'
          ) : (
            'ninguém informado.'
          )}
        </p>
      </Section>
      {registration.confirmation && (
        <Section title="Confirmação do participante">
          <ConfirmationStatus
            name={participant.name}
            state={registration.confirmation}
            invite={
              mayEdit
                ? async () => (await api(inviteParticipantAsStaff, { params: { id: registration.id } })).data
                : null
            }
          />
        </Section>
      )}
      {guardian && (
        <Section title="Autorização do responsável">
          <GuardianStatus
            name={participant.name}
            state={guardian}
            ways={
              mayEdit
                ? (role) => (
                    <Invite
                      label="Criar link para assinar"
                      note={`O link vale até ${momentWords(guardian.due_at)} e funciona uma vez.`}
                      invite={async () =>
                        (await api(inviteSignerAsStaff, { params: { id: registration.id }, body: { role } }))
                          .data
                      }
                    />
                  )
                : null
            }
          />
        </Section>
      )}
      <PaymentList registration={registration} mayEdit={mayEdit} />
      {pending && (
        <Section title="Alteração à espera do pagamento">
          <ChosenChange change={pending} />
        </Section>
      )}
      {changes.length > 0 && (
        <Section title="Alterações">
          <ChangeList changes={changes} />
        </Section>
      )}
      <RightList registration={registration} mayEdit={mayEdit} />
      {refunds.length > 0 && (
        <Section title="Devoluções">
          <RefundList refunds={refunds} />
        </Section>
      )}
      <AnswerList registration={registration} mayEdit={mayEdit} />
      {consents.length < terms.length && (
        <Section title="Termos aceitos">
          <TermVersions terms={terms} />
        </Section>
      )}
      {consents.length > 0 && (
        <Section title="Autorizações opcionais">
          <ul className={classes.list}>
            {consents.map(({ id, name, version, accepted_at, revoked_at: revokedAt }) => (
              <li key={id}>
                {name}{' '}
                <span className={classes.minor}>
                  versão {version}, em {momentWords(accepted_at)}
                  {revokedAt && `; revogada em ${momentWords(revokedAt)}`}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Notes registration={registration} mayEdit={mayEdit} />
      <Section title="Histórico">
        <ul className={entries.entries} aria-label="Histórico">
          {history.map(({ at, action, actor, changes }) => (
            <ChangeEntry
              key={`${at}${action}`}
              title={REGISTRATION_ACTION_WORDS[action] ?? 'Mudança'}
              at={at}
              when={momentWords(at)}
              byline={actor ?? 'A plataforma'}
              changes={changes}
            />
          ))}
        </ul>
      </Section>
    </div>
  )
}

const LINES = ['90%', '60%', '75%', '40%', '80%', '55%']

export const PanelSkeleton = () => (
  <div className={classes.panel} aria-busy="true">
    {LINES.map((width) => (
      <Skeleton key={width} height={24} width={width} />
    ))}
  </div>
)
