import { Button, Checkbox } from '@mantine/core'
import { IconDiscountCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { fieldOf } from '#contract/checkout/order-rules.ts'
import { dayIn } from '#contract/dates.ts'
import type { PublicRight } from '#contract/event/event.ts'
import { formatBasisPoints, formatCents } from '#contract/money.ts'
import { plural } from '#contract/words.ts'
import { DocumentField } from '#web/features/registration/document-field.tsx'
import { uploadDocument } from '#web/features/registration/upload-document.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { OptionCard } from '#web/ui/option.tsx'
import type { PricedParticipant } from '../order/order.ts'
import { type EventRight, isProofDue } from '../order/rights.ts'
import type { Claim } from '../wizard/draft.ts'
import type { StepProps } from '../wizard/problems.ts'
import classes from './rights.module.css'
import step from './step.module.css'

export const hasRights = ({ price, rights }: PricedParticipant): boolean =>
  price?.valueCents !== 0 && rights.automatic.length + rights.offered.length > 0

interface RightsProps extends StepProps {
  participant: PricedParticipant
  /** Shows the participant's name, which appears nowhere else beside these fields. */
  isNamed: boolean
}

/** The discounts by right of one participant: those that apply, and those to claim. */
export function Rights({ participant, isNamed, ...props }: RightsProps) {
  const { who, name, rights } = participant
  const radio = useId()
  if (!hasRights(participant)) return null
  const claim = (changed: Claim | null) => props.change({ type: 'claimed', who, claim: changed })
  const problem = props.problems[fieldOf(who, 'right')]
  return (
    <div className={`${classes.rights} ${step.whole}`}>
      {rights.automatic.map((right) => (
        <AutomaticRight key={right.id} right={right} participant={participant} />
      ))}
      {rights.offered.length > 0 && (
        <ChoiceGroup
          legend={isNamed ? `Descontos por direito de ${name}` : 'Descontos por direito'}
          layout="pictures"
          help="Só para quem tem o direito, com comprovação quando pedida."
          problem={problem}
        >
          <OptionCard
            name={radio}
            checked={rights.claim === null}
            onChoose={() => claim(null)}
            price={rights.unclaimedCents !== null && formatCents(rights.unclaimedCents)}
          >
            <strong>{rights.automatic.length > 0 ? 'Sem outro desconto' : 'Sem desconto'}</strong>
          </OptionCard>
          {rights.offered.map(({ right, companionOf, totalCents }) => {
            const isCompanion = companionOf !== null
            const isClaimed = rights.claim?.id === right.id && rights.claim.companion === isCompanion
            const words = quotaWords(right.shown)
            return (
              <OptionCard
                key={`${right.id} ${isCompanion}`}
                name={radio}
                checked={isClaimed}
                disabled={right.shown.remaining === 0 && !isClaimed}
                onChoose={() => claim({ id: right.id, companion: isCompanion, version: null, proof: null })}
                price={totalCents !== null && formatCents(totalCents)}
              >
                <strong>{isCompanion ? `Acompanhante: ${right.name}` : right.name}</strong>
                <small>
                  {formatBasisPoints(right.rate)} de desconto
                  {companionOf && `, com ${companionOf}`}
                </small>
                {words && <small>{words}</small>}
              </OptionCard>
            )
          })}
        </ChoiceGroup>
      )}
      {rights.claim && rights.claimed && (
        <ClaimFields
          claim={rights.claim}
          right={rights.claimed.shown}
          problem={problem}
          day={dayIn(props.state.event.timezone, new Date())}
          onEdit={(values) =>
            rights.claim && props.change({ type: 'claimEdited', who, id: rights.claim.id, values })
          }
          onDecline={() => claim(null)}
        />
      )}
    </div>
  )
}

interface AutomaticRightProps {
  right: EventRight
  participant: PricedParticipant
}

function AutomaticRight({ right, participant: { price, rightId, name, who } }: AutomaticRightProps) {
  const discount = price?.lines.find(({ kind }) => kind === 'right')
  const isUsed = rightId === right.id
  return (
    <p className={classes.automatic}>
      <IconDiscountCheck size={22} aria-hidden />
      <span>
        <strong>
          {who === 0 ? 'Você' : name} tem direito a {formatBasisPoints(right.rate)} de desconto: {right.name}
        </strong>
        <small>
          {!price
            ? 'O desconto entra sozinho no preço.'
            : isUsed && discount
              ? `Já está no preço: ${formatCents(discount.amountCents)}. ${who === 0 ? 'Você paga' : 'Paga'} ${formatCents(price.totalCents)}.`
              : 'Outro desconto sai mais barato e vale no lugar deste.'}
          {right.shown.in_person && ' O kit é entregue só à própria pessoa.'}
        </small>
      </span>
    </p>
  )
}

function quotaWords({ quantity, remaining }: PublicRight): string | null {
  if (remaining === 0) return 'vagas esgotadas'
  if (quantity === null || remaining === null) return null
  return `${remaining === 1 ? 'resta' : 'restam'} ${plural(remaining, 'vaga', 'vagas')}`
}

interface ClaimFieldsProps {
  claim: Claim
  right: PublicRight
  problem: string | undefined
  day: string
  onEdit: (values: Partial<Pick<Claim, 'version' | 'proof'>>) => void
  onDecline: () => void
}

/** The declaration to accept and the document that proves it. */
function ClaimFields({ claim, right, problem, day, onEdit, onDecline }: ClaimFieldsProps) {
  const isAccepted = claim.version === right.version
  return (
    <div className={classes.claim}>
      <Checkbox
        className={classes.declaration}
        label={right.declaration}
        checked={isAccepted}
        aria-invalid={problem !== undefined && !isAccepted}
        onChange={({ currentTarget: { checked } }) => onEdit({ version: checked ? right.version : null })}
      />
      {right.proof && (
        <>
          <p className={classes.proof}>
            <strong>Comprovante: {right.proof}.</strong>{' '}
            {isProofDue(right, day)
              ? `O prazo para enviar depois terminou em ${right.proof_due_on}: anexe agora.`
              : `Anexe agora, ou envie depois em Meus Eventos, até ${right.proof_due_on?.slice(0, 5)}.`}
          </p>
          <DocumentField
            labels={['Anexar comprovante', 'Trocar comprovante']}
            fileName={claim.proof?.name}
            onPick={async (picked) => onEdit({ proof: await uploadDocument(picked) })}
            onRemove={() => onEdit({ proof: null })}
          />
        </>
      )}
      {right.in_person && <p className={classes.proof}>O kit é entregue só à própria pessoa.</p>}
      {problem && (
        <div>
          <Button variant="default" onClick={onDecline}>
            Continuar sem este desconto
          </Button>
        </div>
      )}
    </div>
  )
}
