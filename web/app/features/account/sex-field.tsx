import { Radio } from '@mantine/core'
import { useController, useFormContext } from 'react-hook-form'
import type { PersonForm } from './person-form.ts'
import classes from './sex-field.module.css'

export function SexField() {
  const { control } = useFormContext<PersonForm>()
  const { field, fieldState } = useController({ control, name: 'sex' })
  return (
    <Radio.Group
      label="Sexo"
      name={field.name}
      value={field.value === undefined ? '' : String(field.value)}
      onChange={(value) => field.onChange(Number(value))}
      error={fieldState.error?.message}
      required
      withAsterisk={false}
    >
      <div className={classes.options}>
        <Radio ref={field.ref} value="0" label="Masculino" onBlur={field.onBlur} className={classes.option} />
        <Radio value="1" label="Feminino" onBlur={field.onBlur} className={classes.option} />
      </div>
    </Radio.Group>
  )
}
