import type { ConsentKind } from './account.ts'

interface Section {
  heading: string
  paragraphs: readonly string[]
}

interface ConsentText {
  /** Changes with the wording: a stored consent refers to the version that the person read. */
  version: string
  title: string
  sections: readonly Section[]
}

/** The texts that people consent to (LGPD art. 8 and 9), as shown in the dialog of the registration form. */
export const CONSENT_TEXTS: Readonly<Record<ConsentKind, ConsentText>> = {
  terms: {
    version: '2026-11',
    title: 'Termo de Consentimento para Tratamento de Dados Pessoais',
    sections: [
      {
        heading: '1. Para que serve este termo',
        paragraphs: [
          'Este termo explica, de forma clara, quais dados pessoais a Largada trata quando você cria sua conta e se inscreve em eventos esportivos, por que precisa deles, com quem os compartilha, por quanto tempo os guarda e como você exerce os direitos que a Lei Geral de Proteção de Dados Pessoais (LGPD, Lei nº 13.709/2018) lhe garante.',
          'Ao marcar a opção de aceite e concluir o cadastro, você declara que leu este termo e que concorda com o tratamento descrito aqui, de maneira livre, informada e inequívoca.',
        ],
      },
      {
        heading: '2. Quais dados tratamos',
        paragraphs: [
          'Dados de cadastro: nome, e-mail, CPF, RG, data de nascimento, sexo, telefone, endereço e, se você os enviar, foto ou documento.',
          'Contato de emergência: nome e telefone da pessoa que devemos avisar caso algo aconteça com você durante um evento. Informe essa pessoa de que você nos passou os dados dela.',
          'Dados das inscrições: evento, modalidade, categoria, kit, tamanho de camiseta, respostas aos questionários, termos aceitos e dados dos participantes que você inscrever.',
          'Dados de pagamento: forma, valor, situação e datas. Os dados do cartão são digitados no ambiente do prestador de pagamentos e não ficam conosco.',
          'Dados de acesso: data e hora, endereço IP e navegador usados para entrar na conta e para dar os seus consentimentos.',
        ],
      },
      {
        heading: '3. Para que usamos os dados',
        paragraphs: [
          'Para criar e proteger a sua conta, confirmar o seu e-mail e recuperar o seu acesso.',
          'Para realizar as inscrições que você pedir: conferir idade e categoria, impedir inscrições repetidas do mesmo CPF, separar o kit, emitir a cobrança, confirmar o pagamento, identificar você na retirada do kit, na largada e na apuração dos resultados e prestar socorro em caso de emergência.',
          'Para atender você e cumprir obrigações legais e regulatórias, como as fiscais e as do Código de Defesa do Consumidor, e para exercer direitos em processos.',
          'O tratamento necessário às inscrições apoia-se na execução do contrato e no cumprimento de obrigações legais (LGPD, art. 7º, II e V); o que for além disso depende do seu consentimento (art. 7º, I). Se um evento pedir informações de saúde, elas são dados sensíveis e serão usadas apenas para a sua segurança naquele evento (art. 11).',
        ],
      },
      {
        heading: '4. Com quem compartilhamos',
        paragraphs: [
          'Com o organizador do evento em que você se inscreve e com os realizadores autorizados por ele, apenas os dados necessários à realização do evento, inclusive cronometragem, seguro, atendimento médico e entrega de kits.',
          'Com o prestador de pagamentos, para emitir e confirmar a cobrança, e com fornecedores que hospedam o sistema e enviam os e-mails, sob dever de sigilo.',
          'Com autoridades públicas, quando a lei ou uma ordem judicial exigir. Não vendemos os seus dados.',
        ],
      },
      {
        heading: '5. Por quanto tempo guardamos',
        paragraphs: [
          'Enquanto a sua conta existir. Se você excluí-la, os dados pessoais são removidos ou anonimizados; os registros de inscrições e pagamentos ficam, sem identificar você, pelo prazo exigido pela legislação fiscal e de consumo.',
          'Os registros de acesso são guardados por seis meses, como determina o Marco Civil da Internet (Lei nº 12.965/2014, art. 15).',
        ],
      },
      {
        heading: '6. Os seus direitos',
        paragraphs: [
          'A qualquer momento você pode confirmar se tratamos dados seus, acessá-los, corrigi-los, pedir a portabilidade, a anonimização ou a eliminação deles, saber com quem foram compartilhados e revogar consentimentos (LGPD, art. 18).',
          'No seu perfil você corrige os dados, baixa uma cópia deles em "Baixar meus dados", liga e desliga as comunicações e exclui a conta em "Excluir minha conta". Revogar um consentimento não invalida o que foi feito antes da revogação.',
          'Se entender que os seus direitos não foram atendidos, você pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).',
        ],
      },
      {
        heading: '7. Crianças e adolescentes',
        paragraphs: [
          'Se você tem menos de 18 anos, o cadastro e as inscrições devem ser feitos com a participação do seu pai, da sua mãe ou do seu responsável legal, que consente no seu melhor interesse (LGPD, art. 14).',
        ],
      },
      {
        heading: '8. Segurança',
        paragraphs: [
          'A senha é guardada de forma que nem nós conseguimos lê-la, os acessos são registrados e documentos não ficam em endereços públicos. Se ocorrer um incidente com risco relevante, você e a ANPD serão comunicados.',
        ],
      },
      {
        heading: '9. Mudanças neste termo',
        paragraphs: [
          'Cada versão deste termo tem um número, e guardamos qual delas você aceitou e quando. Se o termo mudar de forma relevante, pediremos um novo aceite.',
        ],
      },
    ],
  },
  promotions: {
    version: '2026-11',
    title: 'Promoções',
    sections: [
      {
        heading: 'Promoções',
        paragraphs: [
          'Aceito receber por e-mail ofertas, cupons e novidades da Largada e dos organizadores de eventos. Posso cancelar quando quiser.',
        ],
      },
    ],
  },
  event_updates: {
    version: '2026-11',
    title: 'Novidades dos eventos',
    sections: [
      {
        heading: 'Novidades dos eventos',
        paragraphs: [
          'Aceito receber por e-mail novidades dos eventos em que me inscrevi, como resultados, fotos e próximas edições. Posso cancelar quando quiser.',
        ],
      },
    ],
  },
}

/** The hash stored with a consent is computed from it. */
export const plainConsentText = ({ title, sections }: ConsentText): string =>
  [title, ...sections.flatMap((section) => [section.heading, ...section.paragraphs])].join('\n\n')
