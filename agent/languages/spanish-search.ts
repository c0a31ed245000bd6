import type { SearchWords } from './search-words.ts'

export const spanishSearch: SearchWords = {
  stops:
    'el la los las lo un una unos unas de del al a y o u e pero en con sin por para sobre entre hasta desde que cual cuales como cuando donde cuanto cuanta cuantos cuantas quien quienes porque si no es son esta este esto estos estas ese esa eso soy eres somos ser estar hay ha han he hemos haber tiene tienen tengo tenemos tener hace hacen hacer haceis hago puede pueden puedo podemos poder se me te le les nos os mi mis su sus tu tus nuestro nuestra ya tambien muy mas menos cada todo toda todos todas otro otra otros otras aunque solo asi aqui hola gracias favor usted ustedes ellos ellas yo debe quiero quiere quisiera necesito ocurre pasa sacar tan algo mismo misma sola cuesta-que unidades',
  weak: 'programa software sistema herramienta producto productos usar usa utilizar funciona funcionan cliente clientes gestionar gestionan empresa ver mostrar ofrecer ofrecen tienda tiendas nuevo llega parte dar dan',
  synonyms: `
    precio precios cuesta cuestan coste costo costes tarifa tarifas pagar pago vale caro barato cuota mensualidad euro euros plan planes #price
    gratis gratuita gratuito prueba probar probarlo demo ensayo
    cancelar cancelacion baja permanencia compromiso contrato dejar anular atado
    tarjeta credito
    anual ano anualmente ahorro ahorra descuento
    movil telefono app aplicacion android iphone tableta celular
    conexion internet linea
    existencias stock quedan queda inventario unidades disponible disponibles almacen
    aviso avisa avisar avisan alerta alertas notificacion notificaciones minimo acaba agota
    codigo codigos barras escanear leer lector camara
    pedido pedidos encargo compra compras comprar propone
    proveedor proveedores provedor suministrador
    enviar envia envio mandar mando manda correo email pdf
    entrega entregas parcial parciales pendiente pendientes resto
    shopify woocommerce prestashop web online internet sincroniza sincronizar sincronizacion conecta conectar integra integracion integraciones
    devolucion devoluciones devolver devuelto
    cambiar cambian cambio actualizar modificar
    almacenes deposito bodega sucursal ubicacion local
    traspaso traspasos traspasar mover transferir mercancia trasladar
    recuento cerrar cierre contar inventario
    factura facturas facturacion verifactu ticket tickets
    excel exportar exportan exporta descargar csv hoja
    importar importacion subir migrar
    informe informes reporte reportes estadistica estadisticas analisis
    margen margenes beneficio beneficios ganancia ganancias rentable rentables
    programar programan automatico automaticamente automatizar
    datos guardan guarda guardados almacenan alojados servidor servidores alojamiento #place
    cifrado cifrados encriptado seguro seguridad
    copia copias respaldo backup seguridad
    rgpd privacidad proteccion
    usuario usuarios empleado empleados trabajador equipo personal licencias
    permiso permisos rol roles acceso
    soporte atencion ayuda asistencia chat contestar responde responder
    formacion curso capacitacion
    idioma idiomas ingles espanol traduccion
    api desarrollador desarrolladores`,
  asks: [
    [/\bcuanto (?:cuesta|vale|es|cobran|hay que pagar|sale)|\bprecios?\b|\bcuesta\b/, '#price'],
    [/\bcuando\b|\bcuanto (?:tiempo|tarda|dura)|\bcada cuanto\b|\bplazo\b/, '#time'],
    [/\bcuant[oa]s\b|\bmaximo\b|\blimite\b/, '#count'],
    [/\bdonde (?:se |estan|esta|guardan)|\ben que pais\b/, '#place'],
  ],
  unsettled:
    /\b(?:mejor|mas barato|mas rapido|peor) que\b|\ben comparacion\b|\bcuant[oa]s (?:clientes|empresas|tiendas|usuarios) (?:tienen|teneis|usan|lo usan|hay)\b|\b(?:certificad\w*|certificacion|iso ?\d+|garanti\w+)\b|\bquien (?:fundo|esta detras)/,
  facts: {
    '#price': /\d[\d.,]*\s?(?:euros?|€)|€\s?\d|gratis|gratuit/i,
    '#time':
      /\b(?:\d+|un|una|dos|tres|cada|últimas \d+)\s(?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|lunes)|tiempo real|cuando quiera|diari[ao]s?/i,
    '#count': /\b(?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|ilimitad\w+)\b/i,
    '#place': /(?:^|\s)en\s\p{Lu}\p{L}+/u,
  },
  leansBack: /^(?:él|ella|ellos|ellas|eso|esto|estos|estas|este|esta|así)\b/i,
  followsUp: /^(?:y|o|tambien|que hay de)\b/,
}
