import { Anchor, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import classes from './second-factor.module.css'

interface CodeFieldProps<Form extends FieldValues> {
  control: Control<Form, unknown, Form>
  name: FieldPath<Form>
  recovery?: boolean
  autoFocus?: boolean
}

/** A field for a code of the authenticator app, with autofill, or for a recovery code. */
export function CodeField<Form extends FieldValues>({
  control,
  name,
  recovery = false,
  autoFocus = false,
}: CodeFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  const [recovering, setRecovering] = useState(false)
  return (
    <div className={classes.code}>
      <TextInput
        {...field}
        key={String(recovering)}
        label={recovering ? 'Código de recuperação' : 'Código de verificação'}
        description={
          recovering ? 'Um dos dez que você guardou. Cada um vale uma vez.' : 'Seis dígitos do aplicativo.'
        }
        size="md"
        inputMode={recovering ? 'text' : 'numeric'}
        autoComplete={recovering ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus || recovering}
        error={fieldState.error?.message}
      />
      {recovery && (
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            field.onChange('')
            setRecovering(!recovering)
          }}
        >
          {recovering ? 'Usar o código do aplicativo' : 'Estou sem o celular: usar um código de recuperação'}
        </Anchor>
      )}
    </div>
  )
}
