import { MultiSelect, type MultiSelectProps, Pill } from '@mantine/core'
import classes from './multi-choice.module.css'

export const MultiChoice = (props: MultiSelectProps) => (
  <MultiSelect
    classNames={{ input: classes.input, inputField: classes.inputField }}
    searchable
    hidePickedOptions
    maxDropdownHeight={320}
    renderPill={({ option, onRemove, disabled }) => (
      <Pill
        withRemoveButton={!disabled}
        onRemove={onRemove}
        removeButtonProps={{ 'aria-label': `Retirar ${option?.label}`, 'aria-hidden': false, tabIndex: 0 }}
        className={classes.pill}
      >
        {option?.label}
      </Pill>
    )}
    {...props}
  />
)
