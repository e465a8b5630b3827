import { Text } from '@mantine/core'
import type { Address } from '#contract/city/city.ts'
import { formatZip } from '#contract/documents.ts'
import { Facts } from './facts.tsx'

export function AddressFacts({ address }: { address: Address | null }) {
  if (!address) return <Text c="dimmed">Nenhum endereço informado.</Text>
  return (
    <Facts
      facts={[
        ['CEP', formatZip(address.zip)],
        ['Endereço', address.address],
        ['Número', address.number],
        ['Complemento', address.complement],
        ['Bairro', address.district],
        ['Cidade', address.city],
        ['Estado', address.state],
      ]}
    />
  )
}
