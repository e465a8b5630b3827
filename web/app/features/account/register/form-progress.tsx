import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { type Control, type FieldPath, get, useFormState, useWatch } from 'react-hook-form'
import { RegisterAccountInput } from '#contract/account/account.ts'
import { passwordProblem } from '#contract/account/password.ts'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { useCommonPasswords } from '../use-common-passwords.ts'
import classes from './form-progress.module.css'
import type { Registration, RegistrationValues } from './register-account.ts'

interface Part {
  id: string
  title: string
  /** The fields that must be valid for the section to be complete. */
  fields: readonly FieldPath<RegistrationValues>[]
}

export const PARTS = {
  you: { id: 'voce', title: 'Você', fields: ['name', 'cpf', 'birth_date', 'sex'] },
  contact: {
    id: 'contato',
    title: 'Contato',
    fields: ['email', 'password', 'phone', 'emergency_contact', 'emergency_contact_phone'],
  },
  address: {
    id: 'endereco',
    title: 'Endereço',
    fields: [
      'address.zip',
      'address.address',
      'address.number',
      'address.district',
      'address.state',
      'address.city',
    ],
  },
} satisfies Record<string, Part>

/** The progress in the form: for each section a link and the number of missing or invalid fields. */
export function FormProgress({ control }: { control: Control<RegistrationValues, unknown, Registration> }) {
  useRootMark('form-progress')
  const values = useWatch({ control })
  // Includes the errors that the server reported.
  const { errors } = useFormState({ control })
  const { error } = RegisterAccountInput.safeParse(values)
  const wrong = new Set(error?.issues.map(({ path }) => path.join('.')))
  const { password = '', name = '', email = '' } = values
  const common = useCommonPasswords(password !== '')
  if (passwordProblem(password, { name, email }, common)) wrong.add('password')
  const parts = Object.values(PARTS).map(({ id, title, fields }) => {
    const missing = fields.filter((field) => wrong.has(field) || get(errors, field)).length
    return { id, title, missing, share: 1 - missing / fields.length }
  })
  return (
    <nav aria-label="Partes do cadastro" className={classes.progress}>
      <ol>
        {parts.map(({ id, title, share, missing }, index) => (
          <li key={id}>
            <a href={`#${id}`} data-done={missing === 0 || undefined}>
              <span className={classes.number} aria-hidden>
                {missing === 0 ? <IconCheck size={16} /> : index + 1}
              </span>
              <span>{title}</span>
              <span className="sr-only">{missing === 0 ? ', completo' : `, ${missingWords(missing)}`}</span>
              <span className={classes.bar} style={{ '--share': share } as CSSProperties} aria-hidden />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const missingWords = (missing: number) => (missing === 1 ? 'falta 1 campo' : `faltam ${missing} campos`)
