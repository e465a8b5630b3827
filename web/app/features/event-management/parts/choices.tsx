interface ChoicesProps {
  /** The words for no restriction. */
  none: string
  /** The words for a choice that is not among the options any more. */
  gone: string
  options: readonly { id: string; label: string }[]
  chosen: string
}

/** The options of a select whose choice may have been removed from the event. */
export const Choices = ({ none, gone, options, chosen }: ChoicesProps) => (
  <>
    <option value="">{none}</option>
    {options.map(({ id, label }) => (
      <option key={id} value={id}>
        {label}
      </option>
    ))}
    {chosen !== '' && !options.some(({ id }) => id === chosen) && <option value={chosen}>{gone}</option>}
  </>
)
