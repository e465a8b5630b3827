/** Common names in Brazil, most common first. */
export const FIRST_NAMES: readonly string[] =
  `Maria José Ana João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Luís Gabriel Rafael Francisca Marcelo Bruno Felipe
  Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela
  Vera Vitória Larissa Cláudia Beatriz Rita Luana Sônia Renata Eliane Eduardo Daniel Rodrigo Guilherme Gustavo Mateus Fábio André
  Tiago Leandro Sebastião Vinícius Raimundo Sérgio Alexandre Ricardo Roberto Fernando Jorge Leonardo Diego Márcio Anderson Caio
  Thaís Natália Cíntia Débora Simone Cristina Helena Alice Lívia Isabela Yasmin Iara Íris Zélia Ângela Otávio Caetano Joaquim Davi
  Heitor Murilo Enzo Nicolas Benício Raí Cauã Ubiratan Iracema Jacira Moacir Peri Tainá`.split(/\s+/)

export const SURNAMES: readonly string[] =
  `Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares
  Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves
  Santana Teixeira Araújo Melo Castro Pinto Moura Correia Cavalcanti Monteiro Batista Campos Miranda Barros Borges Farias Pires
  Medeiros Peixoto Assunção Conceição Brandão Leão Galvão Guimarães Magalhães Muñoz Yamamoto Tanaka Schmidt Becker Rossi Bianchi
  Ferrari Kowalski Nakamura Xavier Queiroz Quintão Zanetti Wagner Vasconcelos Uchôa Tavares Sampaio Resende Prado Paixão
  Figueiredo Fonseca Duarte Coelho Bezerra Aguiar Viana Siqueira Toledo Trindade Vargas`.split(/\s+/)
