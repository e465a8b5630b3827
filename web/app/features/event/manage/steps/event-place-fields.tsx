import { useController, useFormContext, useWatch } from 'react-hook-form'
import { FieldRow } from '../../../../ui/form-section.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { CitySelect, StateSelect } from '../../../city/city-select.tsx'
import type { EventForm } from '../form/event-form.ts'

export function EventPlaceFields() {
  const { control, setValue, clearErrors } = useFormContext<EventForm>()
  const state = useController({ control, name: 'state' })
  const city = useController({ control, name: 'city' })
  const chosen = useWatch({ control, name: 'state' })
  return (
    <>
      <FieldRow columns="1fr 1fr">
        <StateSelect
          {...state.field}
          onChange={(event) => {
            state.field.onChange(event)
            // A city belongs to its state.
            setValue('city', '', { shouldDirty: true })
            clearErrors('city')
          }}
          error={state.fieldState.error?.message}
          autoComplete="off"
          required
        />
        <CitySelect {...city.field} state={chosen} error={city.fieldState.error?.message} required />
      </FieldRow>
      <FieldRow columns="1fr 1fr">
        <TextField control={control} name="country" label="País" />
      </FieldRow>
    </>
  )
}
