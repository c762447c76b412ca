/** Makes a trust store for Java of a file with certificates: {@code java ImportCertificates.java CERTIFICATES.pem STORE}. */
void main(String[] args) throws Exception {
    // Unlike PKCS12, it is read without its password, as the JDK's own.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    try (InputStream certificates = Files.newInputStream(Path.of(args[0]))) {
        for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(certificates)) {
            store.setCertificateEntry(Integer.toString(store.size()), certificate);
        }
    }
    try (OutputStream file = Files.newOutputStream(Path.of(args[1]))) {
        store.store(file, "changeit".toCharArray());
    }
}
