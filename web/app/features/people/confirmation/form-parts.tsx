import { Checkbox } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { TermKind } from '#contract/event/term-kind.ts'
import step from '#web/features/checkout/steps/step.module.css'
import classes from './confirm-form.module.css'
import { ConsentList, type Term, TermText, toggled } from './consent-list.tsx'

/** Moves the focus to the first field with a problem. */
export function useProblemFocus(problems: Readonly<Record<string, string>>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] input')?.focus()
  }, [problems])
  return form
}

export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface TermFieldsProps {
  terms: readonly (Term & { kind: TermKind })[]
  accepted: readonly number[]
  problem: string | undefined
  onChange: (accepted: number[]) => void
}

/** The terms to accept, and the optional consents. */
export function TermFields({ terms, accepted, problem, onChange }: TermFieldsProps) {
  const id = useId()
  const contracts = terms.filter(({ kind }) => kind === 'contract')
  const consents = terms.filter(({ kind }) => kind === 'consent')
  return (
    <>
      {contracts.length > 0 && (
        <FormPart title="Termos">
          <ul className={classes.terms}>
            {contracts.map((term) => (
              <li key={term.id}>
                <Checkbox
                  label={`Li e aceito: ${term.name}`}
                  checked={accepted.includes(term.id)}
                  aria-invalid={problem !== undefined && !accepted.includes(term.id)}
                  aria-describedby={problem && `${id}-problem`}
                  onChange={({ currentTarget: { checked } }) => onChange(toggled(accepted, term.id, checked))}
                />
                <TermText term={term} />
              </li>
            ))}
          </ul>
          {problem && (
            <p id={`${id}-problem`} className={step.problem}>
              {problem}
            </p>
          )}
        </FormPart>
      )}
      {consents.length > 0 && (
        <FormPart title="Autorizações opcionais">
          <p>Você decide: a inscrição não depende delas.</p>
          <ConsentList consents={consents} accepted={accepted} onChange={onChange} />
        </FormPart>
      )}
    </>
  )
}
