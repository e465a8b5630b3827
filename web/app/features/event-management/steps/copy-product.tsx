import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconCopy, IconCopyPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { copyOfProduct, type ProductForm } from '../form/event-form.ts'
import type { CategoryChoice } from '../form/offer.ts'
import classes from './steps.module.css'

interface CopyProductProps {
  product: ProductForm
  categories: readonly CategoryChoice[]
  onAdd: (copies: readonly ProductForm[]) => void
}

export function CopyProduct({ product, categories, onAdd }: CopyProductProps) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const others = categories.filter(({ value }) => !product.category_ids.includes(value))
  const close = () => {
    setOpen(false)
    setChosen([])
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={() =>
          onAdd([copyOfProduct(product, `${product.name} (cópia)`.trim(), product.category_ids)])
        }
      >
        Duplicar produto
      </Button>
      {product.category_ids.length > 0 && others.length > 0 && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCopyPlus size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Copiar para categorias
        </Button>
      )}
      <Dialog opened={open} onClose={close} title="Copiar para categorias">
        <p>
          Cada categoria ganha o seu produto, igual a este: mesmo preço, taxa e tamanhos. A quantidade de cada
          um conta à parte. Para uma quantidade só, escolha várias categorias no próprio produto.
        </p>
        <Checkbox
          mt="md"
          label="Todas"
          checked={chosen.length === others.length}
          indeterminate={chosen.length > 0 && chosen.length < others.length}
          onChange={(event) => setChosen(event.currentTarget.checked ? others.map(({ value }) => value) : [])}
        />
        <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label="Categorias">
          <Stack gap="xs" mt="xs" className={classes.choicesOfMany}>
            {others.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogButtons>
          <Button variant="default" onClick={close}>
            Cancelar
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onAdd(chosen.map((id) => copyOfProduct(product, product.name, [id])))
              close()
            }}
          >
            Adicionar {chosen.length} {chosen.length === 1 ? 'produto' : 'produtos'}
          </Button>
        </DialogButtons>
      </Dialog>
    </Group>
  )
}
