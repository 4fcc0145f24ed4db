# The static program and nothing else: no shell, no certificates (roots are
# bundled in the program), no user database. The build context is the folder
# that holds the program: see docs/docker.md.
FROM scratch
COPY yukh /yukh
# A number, because there is no file that gives it a name.
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/yukh"]
