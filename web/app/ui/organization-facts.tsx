import { formatCnpj, formatPhone } from '#contract/documents.ts'
import type { Producer } from '#contract/producer/producer.ts'
import { AddressFacts } from './address-facts.tsx'
import { Facts } from './facts.tsx'
import { FormSection } from './form-section.tsx'

type Organization = Pick<
  Producer,
  'fantasy_name' | 'corporate_reason' | 'cnpj' | 'nickname' | 'responsible' | 'phone' | 'email' | 'address'
>

export function OrganizationFacts({ organization: of }: { organization: Organization }) {
  return (
    <>
      <FormSection title="Empresa">
        <Facts
          facts={[
            ['Nome fantasia', of.fantasy_name],
            ['Razão Social', of.corporate_reason],
            ['CNPJ', of.cnpj && formatCnpj(of.cnpj)],
            ['Apelido', of.nickname],
          ]}
        />
      </FormSection>
      <FormSection title="Responsável e acesso">
        <Facts
          facts={[
            ['Nome do responsável', of.responsible],
            ['Telefone', of.phone && formatPhone(of.phone)],
            ['Email', of.email],
          ]}
        />
      </FormSection>
      <FormSection title="Endereço">
        <AddressFacts address={of.address} />
      </FormSection>
    </>
  )
}
