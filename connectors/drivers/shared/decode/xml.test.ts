import { describe, expect, it } from 'vitest';
import { decodeXml } from './xml.ts';

describe('connectors/drivers/shared/decode/xml', () => {
  it('reads elements, lists and the predefined entities', () => {
    const text = '<?xml version="1.0"?>\n<R a="1"><K>a &amp; b &lt;&#x41;&#66;&quot;</K><K>007</K><E/><S> x </S></R>';

    expect(decodeXml(text)).toEqual({ R: { K: ['a & b <AB"', '007'], E: '', S: ' x ' } });
  });

  it('leaves entities alone that it does not know', () => {
    expect(decodeXml('<R>&xxe; &amp;lt;</R>')).toEqual({ R: '&xxe; &lt;' });
  });

  it('leaves sections of plain text as they are', () => {
    const text =
      '<R><K><![CDATA[a &amp; <b>]]></K><K>x&amp;<![CDATA[&lt;]]>]&gt;</K><K><![CDATA[<!DOCTYPE html>]]></K></R>';

    expect(decodeXml(text)).toEqual({ R: { K: ['a &amp; <b>', 'x&&lt;]>', '<!DOCTYPE html>'] } });
  });

  it.each([
    '<?xml version="1.0"?>\n<R/>\n',
    '<?xml version="1.0"?><R a="1" />',
    '<!-- one --><?xml-stylesheet href="x"?><!-- -- > two --><R></R >',
    '<R></R>\n<!-- end -->\n<?end?>\n',
  ])('reads the whole of %j', (text) => {
    expect(decodeXml(text)).toMatchObject({ R: '' });
  });

  it('refuses a document type', () => {
    expect(() => decodeXml('<?xml version="1.0"?><!DOCTYPE R [<!ENTITY a "b">]><R>&a;</R>')).toThrow();
  });

  it.each(['', 'text', '<R><K>', '<R></R', '<R><RR></RR>', '<?xml version="1.0"?>', '<R><K/>', '<R/><!--'])(
    'refuses %j',
    (text) => {
      expect(() => decodeXml(text)).toThrow();
    },
  );
});
